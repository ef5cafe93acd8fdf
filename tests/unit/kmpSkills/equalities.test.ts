import { describe, expect, it } from 'vitest';
import { brokenEquality, equalitiesIn } from '../../../src/core/benchmarks/kmpSkills/answers/equalities';
import { starterSamples } from './sampleFiles';

describe('equalitiesIn', () => {
  it.each([
    ['4 + 2 = 6', 1],
    ['20 % of 45 = 9', 1],
    ['5 % of $60 = $3', 1],
    ['10 % + 5 % = 15 %', 1],
    ['26 ÷ 80 × 100 = 32.5 %', 1],
    ['9 m × 6 m = 54 m²', 1],
    ['6,000 cm³ ÷ 1,500 cm² = 4 cm', 1],
    ['60 km ÷ 2 h = 30 km/h', 1],
    ['3 apples + 4 apples = 7 apples', 1],
    ['6.5² − 2.5² = 42.25 − 6.25 = 36', 2],
    ['6 + (−5) = 1, and 1 + (−2.5) = −1.5', 2],
    ['\\frac{1}{2} + \\frac{1}{3} = \\frac{5}{6}', 1],
    ['3 ÷ 2/3 = 9/2', 1],
    ['7 ÷ 3 = 2.33', 1],
    ['a) 2 + 3 = 5', 1],
  ])('finds that %s holds', (text, count) => {
    const found = equalitiesIn(text);
    expect(found).toHaveLength(count);
    expect(found.every(({ holds }) => holds)).toBe(true);
  });

  it.each(['5 × 8 = 41', '2/3 + 1/4 = 3/7', 'Then 12 − 5 = 6 apples.', '7 ÷ 3 = 2.4', '3 × 6 = 18 + 1 = 20'])(
    'finds that %s does not hold',
    (text) => {
      expect(brokenEquality(text)).toBeDefined();
    },
  );

  it.each([
    '1 m = 100 cm',
    '1 h 20 min = 80 min',
    '100 cm + 12 cm = 1 m 12 cm',
    '19 ÷ 4 = 4 remainder 3',
    '3x + 5 = 20',
    '4h + 6 = 26',
    'x = 5',
    'a == b',
    '9^9^9 = 1',
    '',
  ])('passes over %s', (text) => {
    expect(equalitiesIn(text)).toEqual([]);
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

  it('stays quick on hostile text', () => {
    for (const text of [
      '1+'.repeat(50_000) + '=2',
      '1='.repeat(50_000),
      '(1'.repeat(50_000),
      '1 a '.repeat(50_000) + '= 3',
    ]) {
      const started = performance.now();
      equalitiesIn(text);
      expect(performance.now() - started).toBeLessThan(400);
    }
  });
});
