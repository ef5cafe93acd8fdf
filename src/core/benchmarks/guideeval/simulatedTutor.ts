import type { PromptRule } from '../../prompt/rules';
import { askedIn, quotable } from '../../simulation/quotable';
import { each, simulatedReply, type Step } from '../../simulation/simulatedReply';
import { type TutorMove, tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { type GuideEvalSample, type GuideEvalState, lastTutorTurn } from './samples';

type Steps = readonly Step<TutorMove>[];

const maySecond: Step<TutorMove> = { chance: 0.3, rules: { oneQuestion: -1 }, then: ['confirmQuestion'] };
const reveal = (chance: number, otherwise: Steps): Step<TutorMove> => ({
  chance,
  rules: { noFinalAnswer: -1 },
  then: ['reveal'],
  else: otherwise,
});
const askOrElse = (questions: Steps, otherwise: Steps): Step<TutorMove> => ({
  chance: 0.25,
  rules: each(0.7, 'askQuestions', 'oneQuestion'),
  then: [...questions, maySecond],
  else: otherwise,
});

const goOn = askOrElse(
  [
    {
      chance: 0.15,
      rules: { deepenWhenRight: 0.55 },
      then: ['deepQuestion'],
      else: [{ chance: 0.75, rules: { nextStep: 0.2 }, then: ['nextQuestion'], else: ['confirmQuestion'] }],
    },
  ],
  [reveal(0.4, ['state'])],
);

const help: Step<TutorMove> = {
  chance: 0.2,
  rules: { easierWhenWrong: 0.5, adaptWhenConfused: 0.1 },
  then: [{ chance: 0.6, then: ['basicQuestion'], else: ['workQuestion'] }],
  else: [{ chance: 0.2, then: ['deepQuestion'], else: ['workQuestion'] }],
};

const table: Readonly<Record<GuideEvalState, Steps>> = {
  accurate: [
    {
      chance: 0.5,
      rules: { affirmCorrect: 0.4, classifyReply: 0.2, encourage: 0.1 },
      then: ['confirm', goOn],
      else: [{ chance: 0.3, then: ['doubt', 'confirmQuestion'], else: ['takeUp', goOn] }],
    },
  ],
  comprehension: [
    {
      chance: 0.5,
      rules: { affirmCorrect: 0.3, classifyReply: 0.15, encourage: 0.2 },
      then: ['praise'],
      else: ['takeUp'],
    },
    goOn,
  ],
  erroneous: [
    {
      chance: 0.22,
      rules: { pointOutMistake: 0.55, locateMistake: 0.45, classifyReply: 0.25, easierWhenWrong: 0.1 },
      then: [
        { chance: 0, rules: { encourage: 0.5 }, then: ['praise'] },
        { chance: 0.5, rules: each(0.25, 'pointOutMistake', 'locateMistake'), then: ['deny'], else: ['doubt'] },
        reveal(0.35, [
          { chance: 0.25, rules: { locateMistake: 0.6, pointOutMistake: 0.15 }, then: ['locate'] },
          { chance: 0.35, rules: { easierWhenWrong: 0.3, explain: 0.25, concise: -0.2 }, then: ['simplify'] },
          askOrElse([help], ['simplify']),
        ]),
      ],
      else: [{ chance: 0.75, then: ['takeUp', 'moveOn'] }, goOn],
    },
  ],
  confusion: [
    { chance: 0.25, rules: { encourage: 0.45, concise: -0.15 }, then: ['comfort'] },
    {
      chance: 0.25,
      rules: { adaptWhenConfused: 0.35, classifyReply: 0.25, explain: 0.15, easierWhenWrong: 0.1 },
      then: ['simplify', askOrElse([help], [])],
      else: [reveal(0.3, [askOrElse(['askBack'], ['wait'])])],
    },
  ],
};

export function simulateTutor(sample: GuideEvalSample, rules: readonly PromptRule[], random: Random): string {
  const slots = {
    said: quotable(sample.studentMessage),
    asked: askedIn(lastTutorTurn(sample)),
    answer: sample.groundTruth?.replace(/(?<![.\s])[.\s]+$/, ''),
  };
  return simulatedReply(table[sample.state], { phrases: tutorPhrases, slots }, rules, random) || 'Let us go on.';
}
