import { describe, expect, it } from 'vitest';
import { countOf, countWords } from '../../../src/core/text/countWords';

describe('countWords', () => {
  it.each([
    0, 1, 2, 12, 123, 999, 1_000, 1_204, 12_345, 123_456, 1_234_567, 9_007_199_254_740_991, -1_234, 0.5, 1_234.5, 1e21,
  ])('groups the digits of %d as English does', (count) => {
    expect(countWords(count, 'reply', 'replies').split(' ')[0]).toBe(count.toLocaleString('en'));
  });

  it('names one and many', () => {
    expect(countWords(1, 'reply', 'replies')).toBe('1 reply');
    expect(countOf(1_203, 1_204, 'reply', 'replies')).toBe('1,203 of 1,204 replies');
  });
});
