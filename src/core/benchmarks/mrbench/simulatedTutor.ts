import { numbersIn, sentencesOf } from '../../benchmark/judging/replyText';
import type { PromptRule } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, pickOne, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import { type TutorMove, tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { lastStudentWords, type MrSample } from './samples';

const steps: readonly Step<TutorMove>[] = [
  { chance: 0.25, rules: { encourage: 0.65, affirmCorrect: 0.65, concise: -0.1 }, then: ['praise'] },
  {
    chance: 0.45,
    rules: each(0.48, 'pointOutMistake', 'locateMistake', 'classifyReply'),
    then: [
      {
        chance: 0.3,
        rules: { locateMistake: 0.6 },
        then: ['locate'],
        else: [{ chance: 0.7, then: ['deny'], else: ['doubt'] }],
      },
    ],
    else: [{ chance: 0.4, then: ['confirm'], else: ['moveOn'] }],
  },
  { chance: 0.35, rules: each(0.55, 'explain', 'easierWhenWrong', 'adaptWhenConfused'), then: ['hint'] },
  {
    chance: 0.4,
    rules: { noFinalAnswer: -1, askQuestions: -0.25 },
    then: ['reveal'],
    else: [
      {
        chance: 0.35,
        rules: each(0.58, 'askQuestions', 'oneQuestion', 'nextStep'),
        then: [{ chance: 0.75, rules: { nextStep: 0.2 }, then: ['workQuestion'], else: ['wait'] }],
      },
    ],
  },
];

export function simulateTutor(sample: MrSample, rules: readonly PromptRule[], random: Random): string {
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
