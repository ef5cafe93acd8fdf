import type { PromptRule } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import type { Habits } from './habits';
import { simulatedAssessment, simulatedCorrection } from './simulatedAssessment';
import { simulatedProblem } from './simulatedProblem';
import { shortWorking, slipped, stop, withheld } from './simulatedWords';
import type { FqaSample, KmpSkillsSample } from './samples';

/**
 * The offline provider's tutor: it solves, assesses or makes problems from the sample's own answer, with slips by chance. A prompt
 * that forbids answers or steps makes it withhold them, so that its solving scores fall: that is what such a prompt asks for.
 */
export function simulateTutor(
  sample: KmpSkillsSample,
  turn: number,
  rules: readonly PromptRule[],
  random: Random,
): string {
  const stated = new Set(rules.map(({ id }) => id));
  const habits: Habits = {
    has: (...wanted) => wanted.some((rule) => stated.has(rule)),
    chance: (likelihood) => random.next() < likelihood,
    random,
  };
  switch (sample.task) {
    case 'fqa':
      return simulatedSolution(sample, turn, habits);
    case 'ec':
      return turn === 1 ? simulatedAssessment(sample, habits) : simulatedCorrection(sample, habits);
    default:
      return simulatedProblem(sample, turn, habits);
  }
}

/** How likely a slip is at each turn: follow-up questions are harder. */
const slips = [0.22, 0.32, 0.42];

function simulatedSolution({ questions }: FqaSample, turn: number, habits: Habits): string {
  const current = questions[turn - 1];
  if (current === undefined) return '';
  const { has, chance, random } = habits;
  if (has('noFinalAnswer', 'noSteps') && chance(0.85)) return withheld(current.question, random);
  const careful = has('explain', 'modelThinking', 'nextStep', 'classifyReply') ? 0.3 : 1;
  const right = !chance((slips[turn - 1] ?? 0.3) * careful);
  const answer = right ? current.answer : slipped(current.answer, random);
  const ending = pickOne(
    [`Answer: ${answer}`, `The answer is ${stop(answer)}`, `So the final answer is ${stop(answer)}`],
    random,
  );
  const working = has('concise') || !right ? '' : shortWorking(current.solution ?? '', random);
  return [working, ending].filter((part) => part !== '').join('\n');
}
