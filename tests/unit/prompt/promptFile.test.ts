import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { renderTemplate } from '../../../src/core/prompt/promptTemplate';

const read = (text: string) => readPromptFile('tutor.md', text);
const body = (text: string) => read(text).template.body;

describe('front matter', () => {
  it('sets defaults, in singular or plural, and is not sent', () => {
    const file = read(
      '---\nbenchmark: mrbench\njudges: [openai:a, anthropic:b]\ntutor: offline\nlimit: 5\nrepeats: 2\nseed: 0\nplacement: own+instructions\n---\nBe kind.\n',
    );
    expect(file.defaults).toMatchObject({
      benchmarks: ['mrbench'],
      judges: ['openai:a', 'anthropic:b'],
      tutor: 'offline',
      limit: 5,
      repeats: 2,
      seed: 0,
      placement: 'own+instructions',
    });
    expect(file.template.body).toBe('Be kind.');
    expect(file.problems).toEqual([]);
  });

  it.each([
    ['none', 'Be kind.'],
    ['a rule as first line and no second', '---\nBe kind.'],
    ['prose between two rules', '---\nBe kind.\nAsk.\n---\nMore.'],
    ['a list between two rules', '---\n- Be kind\n- Ask\n---\nMore.'],
    ['a rule further down', 'Be kind.\n\n---\ntutor: offline\n---\n'],
    ['a heading between two rules', '---\n# About you\n---\nMore.'],
    ['four dashes', '----\ntutor: offline\n----\nMore.'],
    ['an indented rule', ' ---\ntutor: offline\n---\nMore.'],
    ['prose that YAML cannot read between two rules', '---\n"Be kind" they said: [and\n---\nMore.'],
  ])('is not seen in %s', (_name, text) => {
    const file = read(text);
    expect(file.template.body).toBe(text.trimEnd());
    expect(file.defaults).toEqual({});
    expect(file.problems).toEqual([]);
  });

  it('may be empty, end the file, have CRLF line ends or a byte-order mark', () => {
    expect(body('---\n---\nBe kind.')).toBe('Be kind.');
    expect(read('---\r\nseed: 4\r\n---\r\nBe kind.\r\n').defaults.seed).toBe(4);
    expect(body('---\r\nseed: 4\r\n---\r\nBe kind.\r\nAsk.\r\n')).toBe('Be kind.\nAsk.');
    const marked = read('\uFEFF---\nseed: 4\n---\nBe kind.');
    expect(marked.defaults.seed).toBe(4);
    expect(marked.template.body).toBe('Be kind.');
  });

  it.each(['', '\n\n', '   ', '---\nseed: 1\n---\n', '---\nseed: 1\n---', '\uFEFF'])(
    'blocks %j, as nothing would be sent',
    (text) => {
      const { problems, template } = read(text);
      expect(template.body).toBe('');
      expect(problems.map((problem) => problem.severity)).toEqual(['error']);
      expect(problems[0]?.message).toMatch(/empty/);
    },
  );

  it.each([
    ['limit: none', 'limit: none'],
    ['limit: 0', 'limit: 0'],
    ['limit: 2.5', 'limit: 2.5'],
    ['seed: -1', 'seed: -1'],
    ['repeats: [1]', 'repeats: [1]'],
    ['placement: below', 'placement: below'],
    ['tutor: [a]', 'tutor: [a]'],
    ['tutor:', 'tutor:'],
    ['judges: []', 'judges: []'],
    ['judges: {a: b}', 'judges: {a: b}'],
    ['benchmarks: 7', 'benchmarks: 7'],
  ])('refuses %j at its place, in LF and CRLF files', (line, marked) => {
    for (const end of ['\n', '\r\n']) {
      const good = line.startsWith('seed') ? 'limit: 3' : 'seed: 3';
      const text = ['---', good, line, '---', 'Be 🙂 kind.'].join(end);
      const { problems, defaults, template } = read(text);
      expect(problems).toHaveLength(1);
      const [problem] = problems;
      expect(problem?.severity).toBe('error');
      expect(text.slice(problem?.range.start, problem?.range.end).trimEnd()).toBe(marked);
      expect(defaults).toEqual({ [good.split(':')[0] ?? '']: 3 });
      expect(template.body).toBe('Be 🙂 kind.');
    }
  });

  it('warns of unknown keys at their place and keeps the rest', () => {
    const text = '---\ntitle: My tutor 🙂\n__proto__: 1\nconstructor: 2\nseed: 3\n---\nBe kind.';
    const { problems, defaults } = read(text);
    expect(problems.map((problem) => problem.severity)).toEqual(['warning', 'warning', 'warning']);
    expect(text.slice(problems[0]?.range.start, problems[0]?.range.end)).toBe('title: My tutor 🙂');
    expect(defaults).toEqual({ seed: 3 });
  });

  it.each([
    ['an open list', 'tutor: offline\njudges: [a, b', /YAML/],
    ['a key twice', 'seed: 1\nseed: 2', /YAML/],
    ['a tab as indentation', 'judges:\n\t- a', /YAML/],
    ['an alias without an anchor', 'tutor: *nobody', /YAML/],
    ['aliases that multiply', billionLaughs(), /YAML|setting|must be a model/],
  ])('with %s is a problem in range, not an exception', (_name, yaml, expected) => {
    const text = `---\n${yaml}\n---\nBe kind.`;
    const { problems, template } = read(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.message).toMatch(expected);
    for (const { range } of problems) {
      expect(range.start).toBeGreaterThanOrEqual(4);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(text.length);
    }
    expect(template.body).toBe('Be kind.');
  });

  it('reads any text without throwing and in bounded time', () => {
    const piece = fc.constantFrom(
      '---\n',
      '---',
      '\n',
      '\r\n',
      'tutor: ',
      '*a',
      '&a ',
      '[',
      '{',
      '{{',
      '}}',
      '? ',
      '- ',
      '!!',
      '|',
      '\uFEFF',
      'x',
      '"',
      "'",
      '#',
      '\\{{',
      '<<: ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        const file = read(input);
        expect(input).toContain(file.template.body.split('\n')[0]);
        for (const { range } of file.problems) expect(range.end).toBeLessThanOrEqual(input.length);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });
});

it('is parsed once for all who read it, and anew once it has changed', () => {
  const first = read('- Ask one question.');
  expect(read('- Ask one question.')).toBe(first);
  expect(read('- Ask two questions.')).not.toBe(first);
  expect(readPromptFile('other.md', '- Ask one question.').path).toBe('other.md');
});

describe('the revision', () => {
  const base = read('Be kind.\n\n  Ask {{history}}.').revision;

  it.each([
    ['front matter', '---\nseed: 1\n---\nBe kind.\n\n  Ask {{history}}.'],
    ['outer blank lines', '\n \t\n\nBe kind.\n\n  Ask {{history}}.\n\n'],
    ['blank lines after front matter', '---\nseed: 1\n---\n\n\nBe kind.\n\n  Ask {{history}}.\n'],
    ['Windows line ends', 'Be kind.\r\n\r\n  Ask {{history}}.\r\n'],
    ['old Macintosh line ends', 'Be kind.\r\r  Ask {{history}}.\r'],
    ['a byte-order mark', '\uFEFFBe kind.\n\n  Ask {{history}}.'],
    ['a byte-order mark and front matter', '\uFEFF---\r\nseed: 1\r\n---\r\nBe kind.\r\n\r\n  Ask {{history}}.'],
  ])('is not changed by %s', (_name, text) => {
    expect(read(text).revision).toBe(base);
  });

  it.each([
    'Be kind.\n  Ask {{history}}.',
    'Be kind.\n\nAsk {{history}}.',
    'be kind.\n\n  Ask {{history}}.',
    'Be kind.\n\n  Ask {{ history }}.',
    ' Be kind.\n\n  Ask {{history}}.',
  ])('is changed by %j', (text) => {
    expect(read(text).revision).not.toBe(base);
  });

  it('differs for any two different bodies', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(read(left).revision === read(right).revision).toBe(body(left) === body(right));
      }),
    );
  });
});

describe('what is sent', () => {
  it('is the text itself where there are no variables', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('{{') && !text.startsWith('---'));
        const file = read(text);
        const sent = renderTemplate(file.template, {}).text;
        expect(sent).toBe(file.template.body);
        expect(sent.trim()).toBe(text.replaceAll(/\r\n?/g, '\n').trim());
      }),
    );
  });
});

function billionLaughs(): string {
  const lines = ['tutor: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 10; level += 1) {
    const parent = `*a${level - 1}`;
    lines.push(`k${level}: &a${level} [${Array.from({ length: 9 }, () => parent).join(', ')}]`);
  }
  return lines.join('\n');
}
