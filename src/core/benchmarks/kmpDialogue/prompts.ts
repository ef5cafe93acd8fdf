import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import { principleMeanings, principleTitles } from './criteria';
import type { KmpDialogueSample } from './samples';

export const kmpDialogueVariables: readonly PromptVariable[] = [
  {
    name: 'instructions',
    explain:
      'The whole instruction of the dialogue: persona, student, objective, principles, and what the next reply should do.',
  },
  { name: 'persona', explain: 'Who the tutor is in this dialogue, for instance “patient, likes drawings”.' },
  { name: 'student_profile', explain: 'What is known of the student, with possible gaps.' },
  { name: 'objective', explain: 'What the student is to learn.' },
  { name: 'principles', explain: 'The one or two teaching principles that the next reply should embody.' },
  { name: 'grade', explain: 'The school grade, “K” or “1” to “8”; empty where the data has none.' },
  { name: 'domain', explain: 'The part of mathematics, for instance “fractions”; empty where the data has none.' },
  {
    name: 'history',
    explain: 'The dialogue before the student’s last message, one line a turn. It is then not sent as chat turns.',
  },
];

/** The targeted principles as a tutor is told them: “Questioning (ask so that …)”. */
export function principlesLine({ principles }: Pick<KmpDialogueSample, 'principles'>): string {
  return principles.map((id) => `${principleTitles[id]} (${principleMeanings[id]})`).join('; ');
}

/** Parts in `placed` stand elsewhere in the prompt and are left out. */
export function instructionBlock(sample: KmpDialogueSample, placed: ReadonlySet<string> = new Set()): string {
  const parts: readonly (readonly [part: string, label: string, value: string])[] = [
    ['persona', 'Your persona as the tutor', sample.persona],
    ['student_profile', 'The student', sample.studentProfile],
    ['objective', 'Learning objective', sample.objective],
    ['principles', 'Teaching principles that your next reply should embody', principlesLine(sample)],
  ];
  return [
    'About this dialogue:',
    ...parts.flatMap(([part, label, value]) =>
      placed.has(part) || value.trim() === '' ? [] : [`- ${label}: ${value.trim()}`],
    ),
    `- What your next reply should do: ${sample.instructions.trim()}`,
  ].join('\n');
}

/** The paper's own condition as a file: nothing but the dialogue's instruction. */
export const instructionOnlyBaseline: BaselinePrompt = {
  id: 'kmp-dialogue/instruction',
  title: 'KMP-Dialogue: instruction only',
  text: 'You are tutoring a student in mathematics.\n\n{{instructions}}\n',
};

/** A prompt of this project's that says how each principle looks in a reply. */
export const principlesBaseline: BaselinePrompt = {
  id: 'kmp-dialogue/principles',
  title: 'KMP-Dialogue: six principles (ours)',
  text: `You are a patient mathematics tutor for children up to grade 8. Keep your reply short and in the child's own kind of words.

{{instructions}}

How to put a principle into practice:
- Questioning: ask one open question that builds on the student's last words and brings their thinking to light.
- Feedback: confirm what is right, point out exactly which step is wrong, and give a next step. Leave the correction to the student.
- Explanation: explain why it is so, with an example or a picture that the student knows.
- Modelling: think aloud through a similar case, then hand over to the student.
- Practice: give a similar task with other numbers and let the student check the result.
- Challenge: take a right answer further with a harder case, and leave the thinking to the student.

Never give the final answer away.
`,
};
