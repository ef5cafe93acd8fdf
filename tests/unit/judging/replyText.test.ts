import { describe, expect, it } from 'vitest';
import {
  mentionsAnswer,
  numbersIn,
  plainMath,
  sentencesOf,
  sharedWords,
} from '../../../src/core/benchmark/judging/replyText';

describe('sentencesOf', () => {
  it.each<[string, string, string[]]>([
    ['ends', 'Good! What is left? Add them.', ['Good!', 'What is left?', 'Add them.']],
    ['decimals', 'That is 2.5 m. And then?', ['That is 2.5 m.', 'And then?']],
    ['abbreviations', 'Take e.g. the 4. Then i.e. two of them.', ['Take e.g. the 4.', 'Then i.e. two of them.']],
    ['LaTeX', 'So \\(x = 3.\\ldots ?\\) holds. Why?', ['So \\(x = 3.\\ldots ?\\) holds.', 'Why?']],
    ['dollars', 'Use $a. b$ here. Done.', ['Use $a. b$ here.', 'Done.']],
    ['lines and lists', '- One\n- Two', ['- One', '- Two']],
    ['quotation marks', 'You said “no.” Why?', ['You said “no.”', 'Why?']],
    ['nothing but marks', '... !', []],
  ])('splits at %s', (_what, text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  it('looks at a bounded part of hostile text, and ends', () => {
    // Quadratic work on texts of this size would run into the time-out.
    for (const unit of ['\\(', '$', '. ', 'e.g. ', '“']) {
      expect(Array.isArray(sentencesOf(unit.repeat(500_000)))).toBe(true);
    }
  });
});

describe('numbers and words', () => {
  it('reads numbers in the forms that occur', () => {
    expect(numbersIn('3/4 of 1,250 is 937.5, not −2 or \\(\\frac{1}{2}\\) or 2,5')).toEqual([
      0.75, 1250, 937.5, -2, 0.5, 2.5,
    ]);
    expect(numbersIn('H2O and x2')).toEqual([]);
  });

  it('writes LaTeX as plain text', () => {
    expect(plainMath('\\(\\frac{3}{4} \\cdot x^{2}\\)')).toBe('3/4 × x^2');
  });

  it('finds an answer by its number or by its words', () => {
    expect(mentionsAnswer('That leaves 14 for the ride.', '14 euro')).toBe(true);
    expect(mentionsAnswer('That leaves 140.', '14 euro')).toBe(false);
    expect(mentionsAnswer('So only the iron nail is attracted', 'Only the iron nail')).toBe(true);
    expect(mentionsAnswer('So only the copper', 'Only the iron nail')).toBe(false);
  });

  it('counts shared content words one way', () => {
    expect(sharedWords('how much money remains', 'money remains after the fee')).toBeCloseTo(2 / 3);
    expect(sharedWords('', 'a')).toBe(0);
  });
});
