import { numbersIn, sentencesOf } from '../../benchmark/judging/replyText';
import type { RuleId } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, maybe, pickOne, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import { type TutorMove, tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { lastStudentWords, type MrSample } from './samples';

type Steps = readonly Step<TutorMove>[];

const ask: Steps = [maybe(0.75, { nextStep: 0.2 }, ['workQuestion'], ['wait'])];
const name: Steps = [maybe(0.3, { locateMistake: 0.6 }, ['locate'], [maybe(0.7, {}, ['deny'], ['doubt'])])];
const accept: Steps = [maybe(0.4, {}, ['confirm'], ['moveOn'])];
const steps: Steps = [
  maybe(0.25, { encourage: 0.65, affirmCorrect: 0.65, concise: -0.1 }, ['praise']),
  maybe(0.45, each(0.48, 'pointOutMistake', 'locateMistake', 'classifyReply'), name, accept),
  maybe(0.35, each(0.55, 'explain', 'easierWhenWrong', 'adaptWhenConfused'), ['hint']),
  maybe(
    0.4,
    { noFinalAnswer: -1, askQuestions: -0.25 },
    ['reveal'],
    [maybe(0.35, each(0.58, 'askQuestions', 'oneQuestion', 'nextStep'), ask)],
  ),
];

export function simulateTutor(sample: MrSample, rules: readonly RuleId[], random: Random): string {
  return simulatedReply(steps, { phrases: tutorPhrases, slots: slotsOf(sample, random) }, rules, random);
}

function slotsOf(sample: MrSample, random: Random): Slots {
  const { answer, groundTruthSolution = '', topic = 'this problem' } = sample;
  const final = numbersIn(groundTruthSolution).at(-1);
  const right = answer ?? (final === undefined ? 'the one you started with' : String(final));
  const isSlip = random.next() < 0.125;
  // Leaves out the last step, so that a hint does not reveal the answer.
  const worked = sentencesOf(groundTruthSolution)
    .slice(0, -1)
    .filter((step) => step.length < 160 && !numbersIn(step).some((value) => value === final));
  return {
    said: quotable(lastStudentWords(sample)) ?? 'your last step',
    topic,
    answer: isSlip && final !== undefined ? String(final + 1) : right,
    hint: pickOne(worked.slice(0, 2), random) ?? `draw what ${topic} is about and label every number.`,
  };
}
