import { describe, expect, it } from 'vitest';
import { exactValue, parseExpression } from '../../../src/core/benchmarks/kmpbench/arithmetic/expression';

describe('exactValue', () => {
  it.each([
    ['0.1 + 0.2', '3/10'],
    ['2 1/2', '5/2'],
    ['1/3 + 1/6', '1/2'],
    ['-2^2', '-4'],
    ['2^-1', '1/2'],
    ['2(3 + 4)', '14'],
    ['123456789012345678901 + 0.1', '1234567890123456789011/10'],
  ])('of %s is %s', (text, value) => {
    expect(exactValue(text)?.toFraction()).toBe(value);
  });

  it.each(['1/0', '0^-1', '9^9^9', '2^(1/2)', '5!', '3 % 2', 'sqrt(4)', 'x', '1; 2', '[1, 2]', '1e9', '(1', ''])(
    'is none for %s',
    (text) => {
      expect(exactValue(text)).toBeUndefined();
    },
  );
});

describe('parseExpression', () => {
  it('takes letters for variables, side by side for a product', () => {
    expect([...(parseExpression('2ab + π')?.variables ?? [])].sort()).toEqual(['a', 'b', 'p']);
  });
});
