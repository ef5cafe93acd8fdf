import { pickOne } from '../pickOne';
import type { Habits } from './habits';
import { numbered } from './prompts';
import { isErroneous, type EcSample } from './samples';
import { slipped, stop, withheld } from './simulatedWords';

/** The simulated first turn: a claim about the solution, more often right when the prompt asks to find mistakes. */
export function simulatedAssessment(sample: EcSample, habits: Habits): string {
  const { has, chance, random } = habits;
  if (has('noFinalAnswer', 'noSteps') && !has('pointOutMistake', 'locateMistake') && chance(0.5)) {
    return withheld(sample.problem, random);
  }
  const watchful = has('pointOutMistake', 'locateMistake', 'classifyReply');
  if (!isErroneous(sample)) {
    return chance(watchful ? 0.9 : 0.8)
      ? allRight(sample, habits)
      : wrongStep(1 + random.int(sample.studentSteps.length), otherReason, habits);
  }
  const { firstErrorStep, errorReason, studentSteps } = sample;
  if (!chance(watchful ? 0.92 : 0.68)) return allRight(sample, habits);
  if (!chance(has('locateMistake') ? 0.9 : 0.72)) {
    return wrongStep(1 + random.int(studentSteps.length), otherReason, habits);
  }
  const knows = errorReason !== undefined && chance(has('explain', 'locateMistake', 'pointOutMistake') ? 0.85 : 0.6);
  return wrongStep(firstErrorStep, knows ? errorReason : otherReason, habits);
}

const otherReason = 'the numbers were put together in a way that does not fit the problem.';

function allRight({ studentSteps }: EcSample, { random }: Habits): string {
  return pickOne(
    [
      `I checked all ${studentSteps.length} steps. The solution is correct.`,
      'Yes, the whole solution is correct: every step follows from the one before.',
      `The work is right from step 1 to step ${studentSteps.length}. The solution is correct.`,
    ],
    random,
  );
}

function wrongStep(step: number, reason: string, { random }: Habits): string {
  const why = stop(reason.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
  return pickOne(
    [
      `The solution is not correct. The first wrong step is step ${step}: ${why}`,
      `There is a mistake in step ${step}. What went wrong: ${why}`,
      `Not quite. Step ${step} is wrong because ${why}`,
    ],
    random,
  );
}

/** The simulated second turn: the steps that hold, then the rest in words, and the answer. */
export function simulatedCorrection(sample: EcSample, { has, chance, random }: Habits): string {
  if (has('noFinalAnswer', 'noSteps') && chance(0.85)) return withheld(sample.problem, random);
  const { studentSteps, firstErrorStep, errorReason } = sample;
  const kept = isErroneous(sample) ? studentSteps.slice(0, firstErrorStep - 1) : studentSteps;
  const known = sample.answer ?? lastFigure(studentSteps);
  const right = !chance(has('explain', 'modelThinking', 'nextStep') ? 0.1 : 0.25);
  const lines = [
    'Here is the complete solution.',
    ...(kept.length === 0 ? [] : [numbered(kept)]),
    ...(isErroneous(sample)
      ? [`From here on it has to go differently. What must be put right: ${errorReason ?? 'the step after this one.'}`]
      : []),
    `Answer: ${right ? known : slipped(known, random)}`,
  ];
  return lines.join('\n');
}

/** Where the data has no answer: what the student's last step ends with. */
function lastFigure(steps: readonly string[]): string {
  return (
    steps
      .at(-1)
      ?.match(/-?\d+(?:\.\d+)?/g)
      ?.at(-1) ?? '1'
  );
}
