import { describe, expect, it } from 'vitest';
import { readRules } from '../../../src/core/prompt/readRules';
import type { RuleId } from '../../../src/core/prompt/rules';

const ids = (body: string): RuleId[] => [...new Set(readRules(body).map((rule) => rule.id))];

describe('readRules', () => {
  it.each<[string, RuleId]>([
    ['Ask the student questions instead of telling.', 'askQuestions'],
    ['Guide them with questions.', 'askQuestions'],
    ['Use the Socratic method.', 'askQuestions'],
    ['Lead the learner by short questions towards the idea.', 'askQuestions'],
    ['Ask exactly one question per reply.', 'oneQuestion'],
    ['Never ask more than one question at a time.', 'oneQuestion'],
    ['Limit yourself to a single question.', 'oneQuestion'],
    ['Never reveal the final answer.', 'noFinalAnswer'],
    ['Don’t give away the solution.', 'noFinalAnswer'],
    ["Don't just hand over the answer.", 'noFinalAnswer'],
    ['Avoid showing the full solution.', 'noFinalAnswer'],
    ['Do not solve it for the student.', 'noFinalAnswer'],
    ['First decide whether the reply is correct.', 'classifyReply'],
    ['Work out if the answer is right before you respond.', 'classifyReply'],
    ['When the student is correct, say so and praise the step.', 'affirmCorrect'],
    ['Confirm correct answers briefly.', 'affirmCorrect'],
    ['If they understood it, give them a harder task.', 'deepenWhenRight'],
    ['Challenge strong students with a follow-up.', 'deepenWhenRight'],
    ['Point out mistakes clearly.', 'pointOutMistake'],
    ['If the answer is wrong, say so kindly.', 'pointOutMistake'],
    ['Tell the student that something is not right.', 'pointOutMistake'],
    ['Say in which step the mistake is.', 'locateMistake'],
    ['Show exactly where they went wrong.', 'locateMistake'],
    ['When they fail, offer a simpler problem.', 'easierWhenWrong'],
    ['Break it down into small parts.', 'easierWhenWrong'],
    ['If the learner is confused, go back a little.', 'adaptWhenConfused'],
    ['When a student doesn’t understand, try another way.', 'adaptWhenConfused'],
    ['Explain the idea with an analogy.', 'explain'],
    ['Give a worked example.', 'explain'],
    ['Always end with the next step.', 'nextStep'],
    ['Be warm and patient.', 'encourage'],
    ['Encourage effort.', 'encourage'],
    ['Keep it short.', 'concise'],
    ['Reply in at most two sentences.', 'concise'],
  ])('%j states %s', (sentence, id) => {
    expect(ids(sentence)).toContain(id);
  });

  it.each<[string, RuleId]>([
    ['Never ask questions.', 'askQuestions'],
    ['Do not pose questions to the student.', 'askQuestions'],
    ['Answer all questions that the student asks.', 'askQuestions'],
    ['Do not point out mistakes.', 'pointOutMistake'],
    ['Never tell the student that something is wrong.', 'pointOutMistake'],
    ['Don’t mention errors.', 'pointOutMistake'],
    ['Do not say where the mistake is.', 'locateMistake'],
    ['Always give the final answer.', 'noFinalAnswer'],
    ['Show the full solution when asked.', 'noFinalAnswer'],
    ['Do not encourage the student.', 'encourage'],
    ['Do not explain anything.', 'explain'],
    ['Never give examples.', 'explain'],
    ['Do not praise correct answers.', 'affirmCorrect'],
    ['Avoid harder problems.', 'deepenWhenRight'],
    ['Do not make it easier.', 'easierWhenWrong'],
    ['Do not keep it short.', 'concise'],
    ['Never suggest the next step.', 'nextStep'],
    ['Do not check whether the answer is right.', 'classifyReply'],
    ['You teach mathematics at a school.', 'askQuestions'],
  ])('%j does not state %s', (sentence, id) => {
    expect(ids(sentence)).not.toContain(id);
  });

  it.each<[string, readonly RuleId[]]>([
    ['Never give the final answer, ask a question instead.', ['noFinalAnswer', 'askQuestions']],
    ['Do not solve it but explain the idea.', ['noFinalAnswer', 'explain']],
    ['If the answer is wrong, do not say so.', []],
    ['- You should never ask questions, but explain.', ['explain']],
  ])('%j states %j: a prohibition ends with its clause', (sentence, expected) => {
    expect(ids(sentence).sort()).toEqual([...expected].sort());
  });

  it('says on which lines of the body a rule stands', () => {
    const body =
      '# Asking questions\nBe warm.\n\n- Never reveal the\n  final answer.\n- Keep it short.\n\nPoint out\nmistakes.';
    const rules = readRules(body);
    const lines = (id: RuleId) =>
      rules.filter((rule) => rule.id === id).map(({ startLine, endLine }) => [startLine, endLine]);
    expect(lines('noFinalAnswer')).toEqual([[3, 4]]);
    expect(lines('concise')).toEqual([[5, 5]]);
    expect(lines('pointOutMistake')).toEqual([[7, 8]]);
    expect(lines('encourage')).toEqual([[1, 1]]);
  });

  it('finds nothing in an empty body and comes to an end with a hostile one', () => {
    expect(readRules('')).toEqual([]);
    // Quadratic work on texts of this size would run into the time-out.
    for (const word of [
      'ask ',
      'guide ',
      'never ',
      'one ',
      'where ',
      'which step ',
      'correct ',
      'the exact step ',
      '. ',
      '\t',
      'a',
    ]) {
      expect(Array.isArray(readRules(word.repeat(20_000)))).toBe(true);
      expect(Array.isArray(readRules(`${word.repeat(100)}\n`.repeat(200)))).toBe(true);
    }
  });
});
