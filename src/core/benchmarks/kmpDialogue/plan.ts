import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import { asChat, type DialoguePlan, leftEmpty, transcriptOf } from '../../benchmark/dialogue';
import { renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { principleMeanings, levelTitles } from './criteria';
import type { KmpDialogueSample, KmpTurn } from './samples';

/** The paper does not give its decoding; this project chose 0 and 2,048. */
const decoding = { temperature: 0, maxOutputTokens: 2_048 };

/** The first message if the tutor opens the dialogue: some providers require a user message first. */
const tutorOpensCue = '(The tutor speaks first.)';

const ownWarning =
  'The prompt file is sent without the dialogue’s instruction, so the tutor is not told what its next reply should do. Such ' +
  'results are not comparable with those of the placements “own+instructions” and “benchmark”.';

/** Must read only scenario, principles, instruction, history, grade and domain. */
export function planKmpDialogue(sample: KmpDialogueSample, { template, placement }: TutorPrompt): DialoguePlan {
  const turns = joinedTurns(sample.history);
  const given = turns.slice(0, -1);
  const studentTurns: ChatMessage[] = [{ role: 'user', content: turns.at(-1)?.content ?? '' }];
  if (placement === 'benchmark') {
    return { system: instructionBlock(sample), opening: chatTurns(given), studentTurns, decoding, warnings: [] };
  }
  const { text, used, empty } = renderTemplate(template, {
    instructions: instructionBlock(sample),
    persona: sample.persona,
    student_profile: sample.studentProfile,
    objective: sample.objective,
    principles: principlesLine(sample),
    grade: sample.grade,
    domain: sample.domain,
    history: transcriptOf(given),
  });
  const isPlaced = used.has('instructions');
  const appended = placement === 'own+instructions' && !isPlaced ? instructionBlock(sample, used) : '';
  return {
    system: [text, appended].filter((part) => part !== '').join('\n\n'),
    opening: used.has('history') ? [] : chatTurns(given),
    studentTurns,
    decoding,
    warnings: [...(placement === 'own' && !isPlaced ? [ownWarning] : []), ...empty.map(leftEmpty)],
  };
}

/** Joins consecutive turns of one side, a line each: some chat templates require alternating turns. */
function joinedTurns(history: readonly KmpTurn[]): readonly KmpTurn[] {
  const joined: KmpTurn[] = [];
  for (const turn of history) {
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
    else joined.push(turn);
  }
  return joined;
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
