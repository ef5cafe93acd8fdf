import { describe, expect, it } from 'vitest';
import { isQuotedFrom, quotedFrom } from '../../../src/core/benchmark/judging/literalQuote';

const reply = 'You’re close. **First** we get p = 8 and then\n- q = 12.\nWhat don’t you see – the “halves”?';

describe('isQuotedFrom', () => {
  it.each([
    ['29 marbles', 'The answer is\n29  marbles.'],
    ['“29 marbles …”', 'The answer is 29 marbles.'],
    ["'x = 5'", 'So x = 5, fine.'],
    // What the judge saw, and what it may make of it.
    ['2[U+200B]9 marbles', 'The answer is 2\u200b9 marbles.'],
    ['29 marbles', 'The answer is 2\u200b9 marbles.'],
    ['2\u200b9 marbles', 'The answer is 2\u200b9 marbles.'],
    ['The answer is 29', 'The answer is <b>29</b>.'],
    ['The answer … marbles', 'The answer is 29 marbles.'],
    ['The answer [...] marbles.', 'The answer is 29 marbles.'],
    ['marbles … The answer', 'The answer is 29 marbles.'],
    ['The ANSWER', 'The answer is 29.'],
    ['we get **p = 8**', reply],
    ["You're close", reply],
    ['What don\'t you see - the "halves"?', reply],
    ['p=8', reply],
    ['"p = 8" and "q = 12"', reply],
    ["'q = 12', 'p = 8'", reply],
    ['p = 8, q = 12', reply],
    ['p = 8 / q = 12', reply],
    ['p = 8\nq = 12', reply],
    ['- "p = 8"\n- "q = 12"', reply],
    ['First we get p = 8...', reply],
    ['x^2 + 8x', 'Titta på x² + 8x.'],
    ['4 * 3 = 12', 'Så 4 · 3 = 12.'],
    ['−6', 'Roten är -6.'],
    ['(First we get)', reply],
    ['[p = 8]', reply],
    ['("p = 8")', reply],
    ['turn 1: "First we get"', reply],
    ['Turn 1: First we get', reply],
    ['(message 2) First we get', reply],
    ['"First we get" (turn 1)', reply],
    ['turn 1: "p = 8"; turn 2: "q = 12"', reply],
    ['zero-product property', 'Use the zero product property.'],
    ['zero product property', 'Use the zero‑product property.'],
    ['2 x 3 = 6', 'So 2 · 3 = 6.'],
    ['2x3 = 6', 'So 2 × 3 = 6.'],
    ['2 · 3 = 6', 'So 2 x 3 = 6.'],
    ['2 x (3 + 1)', 'So 2 · (3 + 1).'],
  ])('finds %j', (quoted, text) => {
    expect(isQuotedFrom(quoted, text)).toBe(true);
  });

  it.each([
    ['30 marbles', 'The answer is 29 marbles.'],
    ['9 marbles', 'The answer is 29 marbles.'],
    ['', 'The answer is 29.'],
    ['“ ”', 'The answer is 29.'],
    ['29', ''],
    ['The answer … 30 marbles', 'The answer is 29 marbles.'],
    ['"p = 8" and "q = 13"', reply],
    ['p = 8 and q = 13', reply],
    ['34', 'Take 3*4.'],
    ['[U+200B]', 'The answer is 2\u200b9.'],
    ['… [...] ...', 'The answer is 29.'],
    ['and', reply.replace('and', '')],
    ['turn 1', reply],
    ['turn 1: "First we lose"', reply],
    ['(First we lose)', reply],
    ['2 x 3 = 7', 'So 2 · 3 = 6.'],
    ['2 x 3', 'So 2 + 3.'],
  ])('does not find %j in %j', (quoted, text) => {
    expect(isQuotedFrom(quoted, text)).toBe(false);
  });

  it('reads long and hostile texts to their end', () => {
    const long = `${'word "and" … * _ '.repeat(6_000)}p = 8`;
    expect(long.length).toBeGreaterThan(100_000);
    expect(isQuotedFrom('word … p = 8', long)).toBe(true);
    expect(isQuotedFrom(long.slice(0, 5_000).replaceAll('word', 'sword'), long)).toBe(false);
    expect(isQuotedFrom(`${'a'.repeat(5_000)}b`, 'a'.repeat(100_000))).toBe(false);
  });
});

describe('quotedFrom', () => {
  it('keeps what is quoted and says whether it is there', () => {
    expect(quotedFrom(' p = 8 ', reply)).toEqual({ evidence: 'p = 8', evidenceFound: true });
    expect(quotedFrom('p = 9', reply)).toEqual({ evidence: 'p = 9', evidenceFound: false });
    expect(quotedFrom('', reply)).toEqual({});
    expect(quotedFrom(null, reply)).toEqual({});
  });

  it('looks in another notation as well', () => {
    const halved = (text: string): string => text.replaceAll('½', '0.5');
    expect(quotedFrom('0.5', 'It is ½.', halved)).toMatchObject({ evidenceFound: true });
  });
});
