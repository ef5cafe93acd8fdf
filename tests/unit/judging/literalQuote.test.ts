import { describe, expect, it } from 'vitest';
import { literalQuote } from '../../../src/core/judging/literalQuote';

describe('literalQuote', () => {
  it.each([
    ['29 marbles', 'The answer is\n29  marbles.', '29 marbles'],
    ['“29 marbles …”', 'The answer is 29 marbles.', '29 marbles'],
    ["'x = 5'", 'So x = 5, fine.', 'x = 5'],
  ])('finds %j', (quoted, text, found) => {
    expect(literalQuote(quoted, text)).toBe(found);
  });

  it.each([
    ['30 marbles', 'The answer is 29 marbles.'],
    ['The ANSWER', 'The answer is 29.'],
    ['', 'The answer is 29.'],
    ['“ ”', 'The answer is 29.'],
    ['29', ''],
  ])('does not find %j in %j', (quoted, text) => {
    expect(literalQuote(quoted, text)).toBeUndefined();
  });
});
