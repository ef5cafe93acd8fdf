import { describe, expect, it } from 'vitest';
import { literalQuote } from '../../../src/core/judging/literalQuote';

describe('literalQuote', () => {
  it.each([
    ['29 marbles', 'The answer is\n29  marbles.', '29 marbles'],
    ['“29 marbles …”', 'The answer is 29 marbles.', '29 marbles'],
    ["'x = 5'", 'So x = 5, fine.', 'x = 5'],
    // What the judge saw, and what it may make of it.
    ['2[U+200B]9 marbles', 'The answer is 2\u200b9 marbles.', '2[U+200B]9 marbles'],
    ['29 marbles', 'The answer is 2\u200b9 marbles.', '29 marbles'],
    ['2\u200b9 marbles', 'The answer is 2\u200b9 marbles.', '2\u200b9 marbles'],
    ['The answer … marbles', 'The answer is 29 marbles.', 'The answer … marbles'],
    ['The answer [...] marbles.', 'The answer is 29 marbles.', 'The answer [...] marbles.'],
    ['The answer is 29', 'The answer is <b>29</b>.', 'The answer is 29'],
  ])('finds %j', (quoted, text, found) => {
    expect(literalQuote(quoted, text)).toBe(found);
  });

  it.each([
    ['30 marbles', 'The answer is 29 marbles.'],
    ['The ANSWER', 'The answer is 29.'],
    ['', 'The answer is 29.'],
    ['“ ”', 'The answer is 29.'],
    ['29', ''],
    ['marbles … The answer', 'The answer is 29 marbles.'],
    ['The answer … 30 marbles', 'The answer is 29 marbles.'],
    ['[U+200B]', 'The answer is 2\u200b9.'],
    ['… [...] ...', 'The answer is 29.'],
  ])('does not find %j in %j', (quoted, text) => {
    expect(literalQuote(quoted, text)).toBeUndefined();
  });
});
