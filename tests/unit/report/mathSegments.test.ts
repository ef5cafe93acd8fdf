import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mathSegments, type MathSegment } from '../../../src/core/report/mathSegments';

const formulas = (text: string): readonly string[] =>
  mathSegments(text).flatMap((segment) => (segment.kind === 'math' ? [segment.source] : []));
const whole = (segment: MathSegment): string => (segment.kind === 'math' ? segment.written : segment.text);

describe('mathSegments', () => {
  it.each([
    ['Solve \\(3(x - 4) = 18\\) now', ['3(x - 4) = 18']],
    ['\\[a\\] and $$b$$', ['a', 'b']],
    ['so $x$ is', ['x']],
    ['$x^2$, $a_1$, $y = 3$, $\\frac12$, $\\{1\\}$', ['x^2', 'a_1', 'y = 3', '\\frac12', '\\{1\\}']],
    ['$a+b$ and $2 < 3$ and $n−1$', ['a+b', '2 < 3', 'n−1']],
    ['line\n$x = 1\n+ 2$', ['x = 1\n+ 2']],
    ['$\\$5 = x$', ['\\$5 = x']],
  ])('finds the formulas of %j', (text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  it.each([
    '$5 and $3',
    'It costs $5.',
    '$5-$10 a piece',
    'from $5/kg to $7/kg',
    '$10 plus tip = a lot, paid in $',
    'between $ 5 and 6 $',
    'US$x$',
    '$10$',
    '$abc$',
    '$5/hour for each$',
    '\\$x = 1\\$',
    '\\\\(x\\\\)',
    '\\(unclosed',
    '$x = 1\n\n2$',
    '$$ $$',
    '$$',
    '$',
    '',
  ])('leaves %j alone', (text) => {
    expect(formulas(text)).toEqual([]);
    expect(mathSegments(text).map(whole).join('')).toBe(text);
  });

  it('tells display from inline', () => {
    expect(mathSegments('$$x$$')).toEqual([{ kind: 'math', source: 'x', display: true, written: '$$x$$' }]);
    expect(mathSegments('\\(x\\)!')).toEqual([
      { kind: 'math', source: 'x', display: false, written: '\\(x\\)' },
      { kind: 'text', text: '!' },
    ]);
  });

  it('passes over a formula longer than anyone reads', () => {
    expect(formulas(`\\(${'x'.repeat(2_001)}\\) \\(y\\)`)).toEqual(['y']);
  });

  it('never loses a character', () => {
    const piece = fc.constantFrom('$', '$$', '\\(', '\\)', '\\[', '\\]', '\\', 'x', '5', ' ', '\n', '=', 'word');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        expect(mathSegments(text).map(whole).join('')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['$', '$$', '\\(', '\\[', '$x', '\\(x', '$a ', '\\\\', '$1 ', '\\($'])(
    'comes to an end with many %j, and loses nothing',
    (piece) => {
      // Quadratic work on 200,000 openings would run into the time-out.
      const text = `${piece.repeat(200_000)}\\)`;
      const segments = mathSegments(text);
      expect(segments.length).toBeGreaterThan(0);
    },
  );
});
