import { describe, expect, it } from 'vitest';
import { equalitiesIn } from '../../../src/core/benchmarks/kmpbench/arithmetic/equalities';
import { starterSamples } from '../kmpSkills/sampleFiles';

function found(text: string): readonly (readonly [string, boolean])[] {
  return equalitiesIn(text).map(({ shown, holds }) => [shown.replaceAll('×', '*'), holds]);
}

describe('equalitiesIn', () => {
  it.each([
    ['4 + 2 = 6', 1],
    ['20 % of 45 = 9', 1],
    ['5 % of $60 = $3', 1],
    ['10 % + 5 % = 15 %', 1],
    ['26 ÷ 80 × 100 = 32.5 %', 1],
    ['6.5² − 2.5² = 42.25 − 6.25 = 36', 2],
    ['6 + (−5) = 1, and 1 + (−2.5) = −1.5', 2],
    ['\\frac{1}{2} + \\frac{1}{3} = \\frac{5}{6}', 1],
    ['3 ÷ 2/3 = 9/2', 1],
    ['7 ÷ 3 = 2.33', 1],
    ['a) 2 + 3 = 5', 1],
    ['for a total of 6 + 8 = 14 cards', 1],
  ])('finds that %s holds', (text, count) => {
    expect(found(text).map(([, holds]) => holds)).toEqual(Array.from({ length: count }, () => true));
  });

  it.each([
    ['So 3 × 4 = 12.', true],
    ['So 3 × 4 = 13.', false],
    ['1/4 + 2/4 = 3/4, see?', true],
    ['1/4 + 2/4 = 3/8!', false],
    ['2 + 3 × 4 = 14', true],
    ['(2 + 3) × 4 = 20', true],
    ['(2 + 3) × 4 = 14', false],
    ['10 ÷ 4 = 2.5', true],
    ['1 ÷ 3 = 0.33', true],
    ['1 ÷ 3 = 0.34', false],
    ['1,200 + 50 = 1250', true],
    ['2 − (−5) = 7', true],
    ['7 − 4 = 3; the rest follows', true],
    ['$\\frac{1}{2} + \\frac{1}{2} = 1$', true],
    ['4 + 19 × 3 = 61. No list!', true],
    ['−4 + 11 = 7', true],
    ['15% of 60 = 9', true],
    ['15% of 60 = 8', false],
    ['We had 3. Then 4 + 5 = 9.', true],
  ])('reads %s', (text, holds) => {
    expect(found(text).map(([, result]) => result)).toEqual([holds]);
  });

  it('reads each step of a chain', () => {
    expect(found('2 × 3 = 6 = 5 + 2').map(([, holds]) => holds)).toEqual([true, false]);
  });

  it.each(['5 × 8 = 41', '2/3 + 1/4 = 3/7', 'Then 12 − 5 = 6 apples.', '7 ÷ 3 = 2.4', '3 × 6 = 18 + 1 = 20'])(
    'finds that %s does not hold',
    (text) => {
      expect(equalitiesIn(text).some(({ holds }) => !holds)).toBe(true);
    },
  );

  it.each([
    '1 m = 100 cm',
    '9 m × 6 m = 54 m²',
    '3 apples + 4 apples = 8 apples',
    '2 m × 3 = 5 m',
    '25% = 0.25',
    '1 h 20 min = 80 min',
    '100 cm + 12 cm = 1 m 12 cm',
    '19 ÷ 4 = 4 remainder 3',
    '3x + 5 = 20',
    '4h + 6 = 26',
    'x = 5',
    'a == b',
    '9^9^9 = 1',
    '2x + 3 = 7',
    'half of 6 + 1 = 4',
    'double 6 = 12',
    'x − 5 = 3',
    '6 + 4h = 7h',
    '3 = three',
    'a = b',
    '= 4',
    '5 =',
    '1 = = 2',
    '√9 = 3',
    '6:00 = six',
    '√9 + 1 = 4',
    '6x² + 15x = 3x(2x + 5)',
    '3 cm² + 4 cm = 8 cm²',
    'a third of 6 + 1 = 3',
    'x − 5 + 2 = 9',
    '3 + n − 5 + 2 = 9',
    'Step 2 = 4 + 5',
    '50 % = 5 of them',
    '',
  ])('passes over %s', (text) => {
    expect(equalitiesIn(text)).toEqual([]);
  });

  it('keeps calculations of two sentences apart', () => {
    expect(found('4 + 5 = 9. 3 + 2 = 6').map(([, holds]) => holds)).toEqual([true, false]);
  });

  it('takes no division by 0 and no expression out of bounds for a result', () => {
    expect(found('1 ÷ 0 = 5')).toEqual([]);
    expect(found(`${'('.repeat(50)}1${')'.repeat(50)} = 2`)).toEqual([]);
  });

  it('writes an equality as people do', () => {
    expect(equalitiesIn('6 · 2 ÷ 4 = 3')).toEqual([{ shown: '6 × 2 / 4 = 3', right: 3, holds: true }]);
  });

  it('finds all equalities of right starter texts to hold', () => {
    const texts = starterSamples().flatMap((sample) => {
      if (sample.task === 'fqa') return sample.questions.map(({ solution }) => solution ?? '');
      if (sample.task === 'ec') return sample.firstErrorStep === -1 ? sample.studentSteps : [];
      return [sample.seedSolution];
    });
    const all = texts.flatMap(equalitiesIn);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ holds }) => !holds)).toEqual([]);
  });

  it('ends on hostile text', () => {
    for (const text of [
      '1+'.repeat(200_000) + '=2',
      '1='.repeat(200_000),
      '(1'.repeat(200_000),
      '('.repeat(200_000) + '=',
      '1 '.repeat(300_000) + '=',
      '1 a '.repeat(50_000) + '= 3',
    ]) {
      // A pattern that backtracks would run into the suite's time limit.
      expect(Array.isArray(equalitiesIn(text))).toBe(true);
    }
  });
});
