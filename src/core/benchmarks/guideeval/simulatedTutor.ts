import type { RuleId } from '../../prompt/rules';
import { askedIn, quotable } from '../../simulation/quotable';
import { each, maybe, simulatedReply, type Step } from '../../simulation/simulatedReply';
import { type TutorMove, tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { type GuideEvalSample, type GuideEvalState, lastTutorTurn } from './samples';

type Steps = readonly Step<TutorMove>[];

const reveal = (chance: number, otherwise: Steps): Steps => [
  maybe(chance, { noFinalAnswer: -1 }, ['reveal'], otherwise),
];
const ask = (questions: Steps, otherwise: Steps = []): Steps => [
  maybe(
    0.25,
    each(0.7, 'askQuestions', 'oneQuestion'),
    [...questions, maybe(0.3, { oneQuestion: -1 }, ['confirmQuestion'])],
    otherwise,
  ),
];

const next: Steps = [maybe(0.75, { nextStep: 0.2 }, ['nextQuestion'], ['confirmQuestion'])];
const goOn = ask([maybe(0.15, { deepenWhenRight: 0.55 }, ['deepQuestion'], next)], reveal(0.4, ['state']));
const hardHelp: Steps = [maybe(0.2, {}, ['deepQuestion'], ['workQuestion'])];
const easyHelp: Steps = [maybe(0.6, {}, ['basicQuestion'], ['workQuestion'])];
const help: Steps = [maybe(0.2, { easierWhenWrong: 0.5, adaptWhenConfused: 0.1 }, easyHelp, hardHelp)];

const correction: Steps = [
  maybe(0, { encourage: 0.5 }, ['praise']),
  maybe(0.5, each(0.25, 'pointOutMistake', 'locateMistake'), ['deny'], ['doubt']),
  ...reveal(0.35, [
    maybe(0.25, { locateMistake: 0.6, pointOutMistake: 0.15 }, ['locate']),
    maybe(0.35, { easierWhenWrong: 0.3, explain: 0.25, concise: -0.2 }, ['simplify']),
    ...ask(help, ['simplify']),
  ]),
];

const table: Readonly<Record<GuideEvalState, Steps>> = {
  accurate: [
    maybe(
      0.5,
      { affirmCorrect: 0.4, classifyReply: 0.2, encourage: 0.1 },
      ['confirm', ...goOn],
      [maybe(0.3, {}, ['doubt', 'confirmQuestion'], ['quoteStudent', ...goOn])],
    ),
  ],
  comprehension: [
    maybe(0.5, { affirmCorrect: 0.3, classifyReply: 0.15, encourage: 0.2 }, ['praise'], ['quoteStudent']),
    ...goOn,
  ],
  erroneous: [
    maybe(0.22, { pointOutMistake: 0.55, locateMistake: 0.45, classifyReply: 0.25, easierWhenWrong: 0.1 }, correction, [
      maybe(0.75, {}, ['quoteStudent', 'moveOn']),
      ...goOn,
    ]),
  ],
  confusion: [
    maybe(0.25, { encourage: 0.45, concise: -0.15 }, ['comfort']),
    maybe(
      0.25,
      { adaptWhenConfused: 0.35, classifyReply: 0.25, explain: 0.15, easierWhenWrong: 0.1 },
      ['simplify', ...ask(help)],
      reveal(0.3, ask(['askBack'], ['wait'])),
    ),
  ],
};

export function simulateTutor(sample: GuideEvalSample, rules: readonly RuleId[], random: Random): string {
  const slots = {
    said: quotable(sample.studentMessage),
    asked: askedIn(lastTutorTurn(sample)),
    answer: sample.groundTruth?.replace(/(?<![.\s])[.\s]+$/, ''),
  };
  return simulatedReply(table[sample.state], { phrases: tutorPhrases, slots }, rules, random) || 'Let us go on.';
}
