import type { Principle } from '../kmpbench/principles';

// Nothing here may say whether the student is right: the tutor has to find that out, and in part of the rows there is no mistake.
const instructions: Readonly<Record<Principle, string>> = {
  challenge:
    'Build on what the student wrote last and take it one step further than the problem asks. Leave the thinking to the student.',
  explanation:
    'Build on what the student wrote last and explain the idea behind it, so that it becomes clear why. Leave the rest of the work to the student.',
  modelling: 'Build on what the student wrote last: think aloud through a similar case of your own, and hand over.',
  practice:
    'Build on what the student wrote last with a small task on the skill it needs, and let the student work on it alone.',
  questioning:
    'Build on what the student wrote last with a question that brings the student’s thinking forward. Do not give the answer away.',
  feedback:
    'Build on what the student wrote last: say what you think of it, and give a step that the student can take next. ' +
    'Do not give the final answer away.',
};

/** All that an imported dialogue says of its student. */
export const importedStudentProfile = 'Nothing more is known of the student than what the dialogue shows.';

/** What an imported dialogue's next reply should do, as the data has no instruction of its own: one text for each principle. */
export function importedInstruction(principle: Principle): string {
  return instructions[principle];
}
