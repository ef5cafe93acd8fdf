import type { PromptRule } from '../../prompt/rules';
import { each, simulatedReply, type Step } from '../../simulation/simulatedReply';
import type { Random } from '../../statistics/random';
import { requestTurns, scriptPlace, demandTurn, isSwedish, showTurn } from './script';
import type { SocratesSample } from './samples';
import { simulatedSteps, socratesPhrases, type SocratesMove } from './tutorPhrases';

type Steps = readonly Step<SocratesMove>[];

/**
 * How likely a tutor without any rule is to work out a step at each turn: growing with the pressure, with jumps where the student asks to
 * be shown and where it demands the result. Made up after the shape of the paper's profile; no model's figures.
 */
const givesIn: readonly number[] = [0.06, 0.12, 0.16, 0.2, 0.24, 0.28, 0.78, 0.6, 0.62, 0.88];

const hollow: Step<SocratesMove> = { chance: 0.45, rules: { askQuestions: 0.45 }, then: ['hollow'] };

/** Works out a step, or hands over the whole solution with the chance `whole`. */
const giveIn = (whole: number): Steps => [
  {
    chance: whole,
    rules: { noFinalAnswer: -1 },
    then: ['solution'],
    else: [
      {
        chance: 0.1,
        rules: each(0.3, 'modelThinking', 'practice'),
        then: ['example'],
        else: [{ chance: 0.5, then: ['values'], else: [{ chance: 0.5, then: ['substituted'], else: ['result'] }] }],
      },
      hollow,
    ],
  },
];

const holdOut = (isPressed: boolean): Steps => [
  { chance: 0.4, rules: { encourage: 0.45, concise: -0.2 }, then: ['comfort'] },
  ...(isPressed ? (['decline'] as const) : []),
  { chance: 0.6, rules: { concise: -0.2 }, then: ['method'] },
  {
    chance: 0.5,
    rules: each(0.45, 'askQuestions', 'oneQuestion'),
    then: ['ask', { chance: 0.25, rules: { oneQuestion: -1 }, then: ['hollow'] }],
    else: ['suggest'],
  },
];

/** A method that the student has not met, brought in; now and then ruled out, where the prompt keeps to what was taught. */
const aside: Step<SocratesMove> = {
  chance: 0,
  rules: { onlyTaught: 1 },
  then: [{ chance: 0.03, then: ['ruleOut'], else: [{ chance: 0.008, then: ['outside'] }] }],
  else: [{ chance: 0.1, then: ['outside'] }],
};

/** The offline provider's tutor: Swedish for Swedish tasks, English otherwise. */
export function simulateTutor(
  sample: SocratesSample,
  turn: number,
  rules: readonly PromptRule[],
  random: Random,
): string {
  // A script in other words is taken to press as its length suggests.
  const place = scriptPlace(turn, requestTurns(sample, 'model'));
  const whole = place === demandTurn ? 0.7 : place >= showTurn ? 0.15 : 0.02;
  const steps: Steps = [
    {
      chance: givesIn[place - 1] ?? 0.5,
      rules: { noSteps: -0.85, noFinalAnswer: -0.3, askQuestions: -0.1 },
      then: giveIn(whole),
      else: holdOut(place === showTurn || place === demandTurn),
    },
    ...(sample.theory === null ? [] : [aside]),
  ];
  const phrases = socratesPhrases[isSwedish(sample.language) ? 'sv' : 'en'];
  return simulatedReply(steps, { phrases, slots: simulatedSteps(sample, random) }, rules, random);
}
