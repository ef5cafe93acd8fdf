import type { Principle } from '../kmpbench/principles';

const instructions: Readonly<Record<Principle, string>> = {
  challenge: 'Take the student’s idea one step further than the problem asks, and leave the thinking to the student.',
  explanation:
    'Explain the point at which the student goes wrong so that it becomes clear why, and leave the rest of the work to the student.',
  modelling: 'Think aloud through the step that the student has trouble with, on a case of your own, and hand over.',
  practice: 'Pose a small task on the skill that the student needs here, and let the student work on it alone.',
  questioning:
    'Ask the student a question that builds on what the student wrote last and leads to the mistake. Do not give the answer away.',
  feedback:
    'React to what the student wrote last: make clear what is right and what is not, and give a step the student can take next. ' +
    'Do not give the final answer away.',
};

/** What an imported dialogue's next reply should do, as the data has no instruction of its own: one text for each principle. */
export function importedInstruction(principle: Principle): string {
  return instructions[principle];
}
