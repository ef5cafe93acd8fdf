import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../src/core/benchmarks/kmpbench/arithmetic/expression';

describe('valueOf', () => {
  it.each([
    ['0.1 + 0.2', 0.3],
    ['2 1/2', 2.5],
    ['1/3 + 1/6', 0.5],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['2^3^2', 512],
    ['2 - 3 - 4', -5],
    ['24 / 4 / 2', 3],
    ['2 * (3 + 4)', 14],
    ['(2 + 3) * (1 - .5)', 2.5],
  ])('of %s is %s', (text, value) => {
    expect(valueOf(text)).toBeCloseTo(value, 12);
  });

  it.each([
    ...['1/0', '0/0', '0^-1', '9^9^9', '5!', '3 % 2', 'sqrt(4)', 'x', '2x', '1; 2', '[1, 2]', '1e9', '(1', '1)', ''],
    ...['1 2', '1 +', '* 2', '()', '1.2.3', '0x10', 'Infinity', '1234567890123456', `${'('.repeat(200)}1`],
  ])('is none for %s', (text) => {
    expect(valueOf(text)).toBeUndefined();
  });
});
