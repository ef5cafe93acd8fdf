import { sharedWords } from '../../judging/replyText';
import { brokenEquality, equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { answersMatch } from './answers/answersMatch';
import { statedAnswers } from './answers/statedAnswers';
import { isErroneous, type EcSample } from './samples';

/** The simulated judge of a final answer: the answer checker over the reply's text, answered as a judge would. */
export function simulateSolutionJudge(reply: string, answer: string, question: string): string {
  const finalAnswer = finalAnswerOf(reply);
  const [correct, reasoning] = compared(reply, answer, question);
  return JSON.stringify({ reasoning, finalAnswer, correct });
}

/** The simulated judge of a corrected solution: final answer, equalities that hold, and some working. */
export function simulateCorrectionJudge(reply: string, sample: EcSample): string {
  const finalAnswer = finalAnswerOf(reply);
  const [correct, reasoning] = corrected(reply, sample);
  return JSON.stringify({ reasoning, finalAnswer, correct });
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
  if (answer === undefined) {
    return [false, 'Without the right answer in the material, this simulated judge cannot check the solution.'];
  }
  const [right, reasoning] = compared(reply, answer, sample.problem);
  if (!right) return [false, reasoning];
  const complete = equalitiesIn(reply).length > 0 || reply.trim().split(/\s+/).length >= 15;
  return complete
    ? [true, 'The final answer is right, and every equality in the solution holds.']
    : [false, 'Only the final answer is given; the solution is not written out.'];
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
      ?.text.replace(/[.\s]+$/, '')
      .slice(0, 200) ?? null
  );
}
