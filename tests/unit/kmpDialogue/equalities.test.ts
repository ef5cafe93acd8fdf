import { describe, expect, it } from 'vitest';
import { equalitiesIn } from '../../../src/core/benchmarks/kmpbench/equalities';

function found(text: string): readonly (readonly [string, boolean])[] {
  return equalitiesIn(text).map(({ text: words, holds }) => [words, holds]);
}

describe('equalitiesIn', () => {
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
    ['25% = 0.25', true],
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

  it.each([
    '2x + 3 = 7',
    'x = 4',
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
    '2^3 = 8',
    '6:00 = six',
  ])('passes over %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('keeps calculations of two sentences apart', () => {
    expect(found('4 + 5 = 9. 3 + 2 = 6').map(([, holds]) => holds)).toEqual([true, false]);
  });

  it('takes no division by 0 and no expression out of bounds for a result', () => {
    expect(found('1 ÷ 0 = 5')).toEqual([]);
    expect(found(`${'('.repeat(50)}1${')'.repeat(50)} = 2`)).toEqual([]);
  });

  it('ends on hostile text', () => {
    for (const text of [
      '1+'.repeat(200_000) + '=1',
      '1='.repeat(200_000),
      '('.repeat(200_000) + '=',
      '1 '.repeat(300_000) + '=',
    ]) {
      // A pattern that backtracks would run into the suite's time limit.
      expect(Array.isArray(equalitiesIn(text))).toBe(true);
    }
  });
});
