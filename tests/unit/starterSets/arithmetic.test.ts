import { describe, expect, it } from 'vitest';
import { equalitiesIn, withValue } from './arithmetic';

describe('equalitiesIn', () => {
  it.each([
    ['4+2=6', true],
    ['3 · 6 = 19', false],
    ['1/2 + 1/3 = 5/6.', true],
    ['1 1/2 ÷ 1/4 = 6', true],
    ['0.1 + 0.2 = 0.3', true],
    ['1/3 = 0.333', false],
    ['1,200 + 1 = 1,201.', true],
    ['20 % of 45 = 9', true],
    ['20% of 45 = 8', false],
    ['so −4 + 3 = −1', true],
    ['−3² = 9', false],
    ['2(3 + 4) = 14', true],
    ['20 − 2 × (3 + 4) = 6', true],
    ['3 times 4 = 12', true],
    ['5 red cups + 3 cups = 8 cups', true],
    ['19 ÷ 4 = 4 remainder 3', true],
    ['19 ÷ 4 = 4 remainder 2', false],
    ['3:5 = 6:10', true],
    ['$3 + 1.05 = $4.05', true],
    ['75¢ + 50¢ = $1.25', true],
    ['2 h 15 min + 50 min = 3 h 5 min', true],
    ['1 h 30 min = 130 min', false],
    ['3 cm × 4 cm = 12 cm', false],
    ['3 cm × 4 cm = 12 cm²', true],
    ['6 L = 6,000 cm³', true],
    ['60 km/h × 2 h = 120 km', true],
    ['3 m + 2 kg = 5 m', false],
    ['12 ÷ 4 = 3 cm', true],
  ])('reads "%s" as one equality: %s', (written, holds) => {
    expect(equalitiesIn(written).map((equality) => equality.holds)).toEqual([holds]);
  });

  it('names text and sides, and reads a chain as pairs', () => {
    expect(equalitiesIn('I did (3 + 4 = 7 × 2 = 14) apples')).toEqual([
      { text: '3 + 4 = 7 × 2', left: '3 + 4', right: '7 × 2', holds: false },
      { text: '7 × 2 = 14', left: '7 × 2', right: '14', holds: true },
    ]);
  });

  it.each(['x − 3 = 5', '3(x + 2) = 15', '6 = 3x', 'f(3) = 7', 'half of 12 = 6', 'mean = 4', '1/0 = 3', '4 ≠ 5'])(
    'leaves "%s" alone',
    (written) => {
      expect(equalitiesIn(written)).toEqual([]);
    },
  );

  it('reads an equation once its unknown has a value', () => {
    const holdsFor = (value: string): readonly boolean[] =>
      equalitiesIn(withValue('3x + 5 = 2(x + 4)', 'x', value)).map(({ holds }) => holds);
    expect([holdsFor('3'), holdsFor('4'), holdsFor('-1')]).toEqual([[true], [false], [false]]);
  });
});
