import { describe, expect, it } from 'vitest';
import { elicitationLevel, questionsOf, replyFeatures } from '../../../src/core/simulation/replyFeatures';

describe('the level of a question', () => {
  it.each([
    ['Is everything clear so far?', 1],
    ['Do you remember the formula?', 1],
    ['Which quantities are given?', 1],
    ['What does the word slope mean here?', 1],
    ['How much money is left?', 2],
    ['Can you work out 3 × 4?', 2],
    ['What is x then?', 2],
    ['Solve this equation.', 2],
    ['Why does the sign change?', 3],
    ['What changes if the fee per km doubled?', 3],
    ['Can you find a simpler method?', 3],
    ['What is the pattern?', 3],
    ['Put “why not” back into the problem: what do you get?', 2],
  ])('%s is level %i', (question, level) => {
    expect(questionsOf(question).map((one) => one.level)).toEqual([level]);
  });
});

describe('questionsOf', () => {
  it('leaves out questions that the tutor answers and those that are only quoted', () => {
    expect(questionsOf('Why is that? Because the fee is fixed. What is left?').map(({ text }) => text)).toEqual([
      'What is left?',
    ]);
    expect(questionsOf('“How far do I get?”')).toEqual([]);
  });

  it('gives the highest level, 0 without a question', () => {
    expect(elicitationLevel('Is that clear? What if it doubled?')).toBe(3);
    expect(elicitationLevel('Work out 18 − 4.')).toBe(2);
    expect(elicitationLevel('The fee is fixed.')).toBe(0);
  });
});

describe('replyFeatures', () => {
  it.each([
    'Right, 14 euro are left.',
    'Yes, exactly.',
    "That's correct.",
    'Well done!',
    'Good. What next?',
    'You are right about that.',
  ])('sees the affirmation in: %s', (reply) => {
    expect(replyFeatures(reply)).toMatchObject({ affirmation: expect.any(String) as string, denial: undefined });
  });

  it.each([
    'Not quite.',
    'That is not correct.',
    'There is a small mistake in the second line.',
    'No, look at the fee.',
    'Good try, but that does not fit the problem.',
    "Almost, but that isn't the answer.",
    'That’s not right yet.',
  ])('sees the denial and no affirmation in: %s', (reply) => {
    expect(replyFeatures(reply)).toMatchObject({ denial: expect.any(String) as string, affirmation: undefined });
  });

  it.each([
    'Okay, 22 euro. Now divide by 2?',
    'No problem, there is nothing wrong with asking. Which part?',
    'Is that right?',
    'What exactly is left?',
    'Find the correct answer.',
    'You wrote “that is right”.',
  ])('sees neither in: %s', (reply) => {
    expect(replyFeatures(reply)).toMatchObject({ affirmation: undefined, denial: undefined });
  });

  it('sees doubt, help, offence and asking back', () => {
    expect(replyFeatures('Check that step once more.').doubt).toBe('Check');
    expect(replyFeatures('Imagine a smaller case.').scaffold).toBe('Imagine');
    expect(replyFeatures('How can you be so lazy?').offence).toBe('lazy');
    expect(replyFeatures('Which part is unclear to you?').asksWhatIsUnclear).toBe('Which part is unclear');
  });

  it('comes to an end with hostile text', () => {
    // Quadratic work on texts of this size would run into the time-out.
    for (const unit of ['what ', 'which ', 'if ', 'is that right ', '“', 'not ', 'how would ', '\\(']) {
      expect(replyFeatures(unit.repeat(400_000))).toBeTypeOf('object');
    }
  });
});
