import { readableText } from '../../judging/readableText';
import { sharedWords } from '../../judging/replyText';
import { brokenEquality, equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { answersMatch } from './answers/answersMatch';
import { statedAnswers } from './answers/statedAnswers';
import { isErroneous, type EcSample } from './samples';

/** The simulated judge of a final answer: the answer checker over the reply's text, answered as a judge would. */
export function simulateSolutionJudge(reply: string, answer: string, question: string): string {
  const read = readableText(reply);
  return answered(read, compared(read, answer, question));
}

/** The simulated judge of a corrected solution: final answer, equalities that hold, and some working. */
export function simulateCorrectionJudge(reply: string, sample: EcSample): string {
  const read = readableText(reply);
  return answered(read, corrected(read, sample));
}

function answered(read: string, [correct, reasoning]: Finding): string {
  return JSON.stringify({ reasoning, finalAnswer: finalAnswerOf(read) ?? (correct ? lastLine(read) : null), correct });
}

/** Where a right answer is stated in no form that is known, the reply ends with it. */
function lastLine(reply: string): string | null {
  const line = reply.trim().split('\n').at(-1)?.trim().slice(-200) ?? '';
  return line === '' ? null : line;
}

type Finding = readonly [correct: boolean, reasoning: string];

function compared(reply: string, answer: string, question: string): Finding {
  const match = answersMatch(reply, answer, question);
  if (match === 'match') return [true, 'The final answer in the reply equals the right answer.'];
  if (match === 'differs') return [false, 'The final answer in the reply is another one than the right answer.'];
  const stated = finalAnswerOf(reply);
  // An answer in words can only be looked for by its words.
  const inWords = stated !== null && !/\d/.test(answer) && sharedWords(answer, stated) >= 0.8;
  if (inWords) return [true, 'The final answer in the reply has the words of the right answer.'];
  return [false, stated === null ? 'Found no final answer in the reply.' : 'The final answer could not be compared.'];
}

function corrected(reply: string, sample: EcSample): Finding {
  const broken = brokenEquality(reply);
  if (broken !== undefined) return [false, `The solution says “${broken.shown}”, which is not true.`];
  const answer = sample.answer ?? derivedAnswer(sample);
  if (answer === undefined) return unaided(reply);
  const [right, reasoning] = compared(reply, answer, sample.problem);
  if (!right) return [false, reasoning];
  const complete = equalitiesIn(reply).length > 0 || wordCount(reply) >= written;
  return complete
    ? [true, 'The final answer is right, and every equality in the solution holds.']
    : [false, 'Only the final answer is given; the solution is not written out.'];
}

/** In words: a solution that is written out without a calculation has at least so many. */
const written = 15;

function wordCount(reply: string): number {
  return reply.trim().split(/\s+/).length;
}

/** Without the right answer in the material, only whether the solution holds together. */
function unaided(reply: string): Finding {
  // A box is an answer whatever the sentence around it says.
  const isAnswered = finalAnswerOf(reply) !== null || plainNotation(reply).includes('⟦');
  if (!isAnswered) return [false, 'Found no final answer in the reply.'];
  if (wordCount(reply) < written) return [false, 'The solution is not written out.'];
  return [true, 'Every equality in the solution holds; there was no right answer in the material to compare with.'];
}

/** The answer that a worked solution, or a student's solution known to be right, ends with. */
function derivedAnswer(sample: EcSample): string | undefined {
  const worked = sample.solution ?? (isErroneous(sample) ? undefined : sample.studentSteps.join('\n'));
  return worked === undefined ? undefined : (finalAnswerOf(worked) ?? undefined);
}

function finalAnswerOf(reply: string): string | null {
  return (
    statedAnswers(plainNotation(reply))
      .at(-1)
      ?.text.replace(/(?<![.\s])[.\s]+$/, '')
      .slice(0, 200) ?? null
  );
}
