import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import { asChat, type DialoguePlan, joinedTurns, systemPrompt, transcriptOf } from '../../benchmark/dialogue';
import { parseTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { principleMeanings, levelTitles } from './criteria';
import type { KmpDialogueSample, KmpTurn } from './samples';

/** The paper does not give its decoding; this project chose 0 and 2,048. */
const decoding = { temperature: 0, maxOutputTokens: 2_048 };

const baseline = parseTemplate('{{instructions}}');

/** The first message if the tutor opens the dialogue: some providers require a user message first. */
const tutorOpensCue = '(The tutor speaks first.)';

const ownWarning =
  'The prompt file is sent without the dialogue’s instruction, so the tutor is not told what its next reply should do. Such ' +
  'results are not comparable with those of the placements “own+instructions” and “benchmark”.';

/** Must read only scenario, principles, instruction, history, grade and domain. */
export function planKmpDialogue(sample: KmpDialogueSample, prompt: TutorPrompt): DialoguePlan {
  const turns = joinedTurns(sample.history);
  const given = turns.slice(0, -1);
  const values = {
    instructions: instructionBlock(sample),
    persona: sample.persona,
    student_profile: sample.studentProfile,
    objective: sample.objective,
    principles: principlesLine(sample),
    grade: sample.grade,
    domain: sample.domain,
    history: transcriptOf(given),
  };
  const { system, used, warnings } = systemPrompt(prompt, baseline, values, (placed) =>
    instructionBlock(sample, placed),
  );
  return {
    system,
    opening: used.has('history') ? [] : chatTurns(given),
    studentTurns: [{ role: 'user', content: turns.at(-1)?.content ?? '' }],
    decoding,
    warnings: used.has('instructions') ? warnings : [ownWarning, ...warnings],
  };
}

function chatTurns(turns: readonly KmpTurn[]): readonly ChatMessage[] {
  const messages = asChat(turns);
  return turns[0]?.role === 'tutor' ? [{ role: 'user', content: tutorOpensCue }, ...messages] : messages;
}

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

function principlesLine({ principles }: Pick<KmpDialogueSample, 'principles'>): string {
  return principles.map((id) => `${levelTitles[id]} (${principleMeanings[id]})`).join('; ');
}

/** Leaves out parts in `placed`, which occur elsewhere in the prompt. */
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

/** The paper's own condition: only the dialogue's instruction. */
export const instructionOnlyBaseline: BaselinePrompt = {
  id: 'kmp-dialogue/instruction',
  title: 'KMP-Dialogue: instruction only',
  text: 'You are tutoring a student in mathematics.\n\n{{instructions}}\n',
};

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
