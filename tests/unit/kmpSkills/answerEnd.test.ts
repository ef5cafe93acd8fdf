import { describe, expect, it } from 'vitest';
import { answersMatch } from '../../../src/core/benchmarks/kmpSkills/answers/answersMatch';

describe('what may follow an answer', () => {
  it.each([
    'Answer: 12 is wrong',
    'Answer: 12 is incorrect; try again',
    'Answer: 12, which is false',
    'Answer: 12 is too big',
    'Answer: 12 too many',
    'Answer: 12 less',
    'Answer: 12 fewer',
    'Answer: 12 doubled',
    'Answer: 12 percent',
    'Answer: 12%',
    'Answer: 12 (this is the wrong answer many students give)',
    'The answer is 12 if you forget to carry, so look again.',
    'You wrote that the answer is 12.',
    'You said the answer is 12.',
    'You got this for the answer: 12.',
    'When you counted the apples in all of the big baskets, you said that the answer is 12.',
    'Mia wrote:\nAnswer: 12',
    'Answer: 12 — no, wait, I leave that to you.',
    'Answer: 12\nThat is incorrect.',
    'Answer: 12 since 3 × 4 = 12 is what you wrote',
    'The answer is wrong when you take 3 × 4 = 12.',
    'Answer: 12 boxes',
    'Answer: 12 more eggs',
    'Answer: 12 eggs too many',
    'Answer: 12 eggs are wrong',
    'Answer: 12 dozen eggs',
    '#### 12 is wrong',
    '\\boxed{12} is wrong.',
    'If you forget to carry, you get \\boxed{12}.',
    'You wrote \\boxed{12}.',
    'Is it \\boxed{12}?',
    'The \\boxed{12} would be for another question.',
    'You wrote that 3 × 4 = 12.',
    'It is not true that 3 × 4 = 12.',
    'So 3 × 4 = 12. Wait, that is wrong.',
  ])('leaves %j to a judge, as it may not stand', (reply) => {
    expect(answersMatch(reply, '12', 'Nora packs 3 boxes of eggs. How many eggs?')).toBe(false);
  });

  it.each([
    ['Answer: 12 eggs', 'How many eggs are in 3 boxes?'],
    ['Answer: **12 brown eggs**!', 'How many brown eggs are there?'],
    ['The answer is (12 eggs).', 'What is the total number of eggs?'],
    ['Answer: 12 marbles', 'How many more marbles has Ann?'],
  ])('takes %j for an answer to %j', (reply, question) => {
    expect(answersMatch(reply, '12', question)).toBe(true);
    expect(answersMatch(reply, '12')).toBe(false);
  });

  it('takes no noun where the question counts in dozens or pairs', () => {
    expect(answersMatch('Answer: 3 eggs', '3', 'How many dozen eggs?')).toBe(false);
    expect(answersMatch('Answer: 3 socks', '3', 'How many pairs of socks?')).toBe(false);
  });
});
