import { pickOne } from '../pickOne';
import type { GenSample } from './samples';
import type { Habits } from './habits';
import { plainProblem, variedProblem, type MadeProblem } from './variedProblem';

/** The simulated reply to a request for a new problem: the seed with other figures, its solution computed, with slips by chance. */
export function simulatedProblem(sample: GenSample, turn: number, habits: Habits): string {
  const { seedProblem, seedSolution, task } = sample;
  const { has, chance, random } = habits;
  const skilled = has('practice', 'modelThinking', 'explain', 'nextStep');
  const varied = variedProblem(seedProblem, seedSolution, random);
  const base = varied ?? plainProblem(seedSolution, random);
  const extends_ = task === 'gen_followup' && chance(has('deepenWhenRight', 'practice') ? 0.92 : 0.6);
  const made = extends_ ? extended(base, turn, habits) : base;
  const slip = chance(skilled ? 0.08 : 0.24);
  const steps = slip ? withSlip(made.steps) : made.steps;
  const answer = slip ? made.answer + 1 : made.answer;
  if (has('noFinalAnswer', 'noSteps') && chance(0.7)) {
    return `Problem: ${made.problem}\n\n${pickOne(['Try it on your own first. What is your plan?', 'How would you begin?'], random)}`;
  }
  const shown = has('concise') || chance(skilled ? 0.08 : 0.3) ? steps.slice(-1) : steps;
  const words = shown.length === steps.length ? worked(shown, habits) : shown.join('; ');
  return `Problem: ${made.problem}\n\nSolution: ${words}\nAnswer: ${answer}`;
}

/** One more step on top, two on the second request. */
function extended(base: MadeProblem, turn: number, { random }: Habits): MadeProblem {
  const times = 2 + random.int(4);
  const total = round(base.answer * times);
  const first: MadeProblem = {
    problem: `${base.problem} After that, the same happens on ${times} days in a row. What is the total of these ${times} days?`,
    steps: [...base.steps, `${base.answer} × ${times} = ${total}`],
    answer: total,
  };
  if (turn === 1) return first;
  const more = 3 + random.int(9);
  return {
    problem: `${first.problem} On one more day it is ${more}. What is the total with that day?`,
    steps: [...first.steps, `${total} + ${more} = ${round(total + more)}`],
    answer: round(total + more),
  };
}

function worked(steps: readonly string[], { random }: Habits): string {
  const opening = pickOne(
    ['Work through it in order.', 'Take one step at a time.', 'Start with what is given.'],
    random,
  );
  const joined = steps.map((step, index) => `${index === 0 ? 'First calculate' : 'then calculate'} ${step}`).join(', ');
  return `${opening} ${joined}. That is what was asked for.`;
}

/** The last equality with a result that is off by one. */
function withSlip(steps: readonly string[]): readonly string[] {
  return steps.map((step, index) => {
    if (index < steps.length - 1) return step;
    const [left = '', right = ''] = step.split(' = ');
    return `${left} = ${round(Number(right) + 1)}`;
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
