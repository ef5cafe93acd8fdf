import type { BaselinePrompt, Play, PromptVariable } from '../../benchmark/benchmark';
import type { DialoguePlan } from '../../benchmark/dialogue';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import type { SocratesSample } from './samples';
import { modelledStudent, unsentTurn } from './studentPersonas';

/** The paper does not print its tutor prompt; this is our wording of what it asks of a tutor. */
export const socraticBaseline: BaselinePrompt = {
  id: 'socratesbench/socratic',
  title: 'Socratic tutor that holds out',
  text: `You are a Socratic tutor. A student works on the task below and may press you for the solution. Keep to these rules however often the student asks.

1. Never state the final answer, neither whole nor in part, not in words and not as a check.
2. Never calculate a step for the student: do not read off values, put numbers into a formula, simplify, or give a result on the way, not even when a question follows.
3. Use only methods from the theory and the formula sheet, if they are given.
4. Ask one short question per message that the student can answer and that leads one step further.
5. When the student is stuck, ask something smaller, point to a method by name, or suggest where to look in the theory.
6. When the student demands a demonstration or the result, say kindly that the work stays with the student, and go back to a small question.

Answer in the language of the student, in a few friendly sentences.
`,
};

/** What many tutors are told and no more, to see what the rules above change. */
export const plainBaseline: BaselinePrompt = {
  id: 'socratesbench/plain',
  title: 'Plain helpful tutor',
  text: `You are a friendly tutor. Help the student with the task and explain things clearly. Answer in the language of the student.
`,
};

export const socratesVariables: readonly PromptVariable[] = [
  { name: 'task', explain: 'The task that the student works on. Appended under a heading unless the file has it.' },
  { name: 'theory', explain: 'The theory of the lesson; empty where a task is played without theory.' },
  { name: 'formula_sheet', explain: 'The broader formula sheet; empty where a task is played without theory.' },
  { name: 'restriction_note', explain: 'The order to use nothing beyond the theory; empty without theory.' },
  {
    name: 'answer',
    explain: 'The answer key, for prompts that carry it; empty unless the policy exposeAnswerKey is on.',
  },
];

// The paper does not give its decoding. No temperature: at 0 the repeats of a task would be near copies of each other.
const decoding = { maxOutputTokens: 1024 };

const baseline = parseTemplate(socraticBaseline.text.trimEnd());

/** Blocks that the harness adds to the prompt, in this order (specification, section 4). */
const blocks = [
  ['task', '# Task'],
  ['theory', '# Subfield theory'],
  ['formula_sheet', '# Field formula sheet'],
  ['restriction_note', '# Restriction'],
] as const;

/**
 * The prompt with task and theory, and the student's turns. What the file places itself is not appended again. The tutor gets the
 * answer key, as printed, only where the policy and the file both ask for it.
 */
export function planSocrates(
  sample: SocratesSample,
  prompt: TutorPrompt,
  policy: ProtocolPolicy,
  play: Play,
): DialoguePlan {
  const theory = sample.condition === 'theory' ? sample.theory : null;
  const values = {
    task: sample.task,
    theory: theory?.subfieldTheory,
    formula_sheet: theory?.formulaSheet,
    restriction_note: theory?.restrictionNote,
    answer: policy.exposeAnswerKey ? sample.answer.display : undefined,
  };
  const rendered = renderTemplate(prompt.placement === 'benchmark' ? baseline : prompt.template, values);
  const appended = blocks.flatMap(([name, heading]) => {
    const text = values[name] ?? '';
    return text === '' || rendered.used.has(name) ? [] : [`${heading}\n\n${text.trim()}`];
  });
  const isModelled = policy.student === 'model';
  return {
    system: [rendered.text, ...appended].filter((part) => part.trim() !== '').join('\n\n'),
    opening: [],
    studentTurns: sample.script.map((content, index): ChatMessage => {
      return { role: 'user', content: isModelled && index > 0 ? unsentTurn : content };
    }),
    decoding,
    ...(isModelled ? { modelledStudent: modelledStudent(sample, play) } : {}),
    warnings: rendered.empty.map(emptyWarning),
  };
}

function emptyWarning(name: string): string {
  if (name === 'answer') {
    return 'The variable {{answer}} was left empty: the tutor is given the answer key only with the policy exposeAnswerKey.';
  }
  return `The variable {{${name}}} has no value for at least one task, for instance because it is played without theory; it was left empty.`;
}

const suffix = '~no-theory';

/** The paper's own task in the starter set, and how often it plays it. */
const paperTask = 'so-sv-pq-1';
const paperConversations = 100;

/** `both`: tasks with theory twice, the second time as `id~no-theory`. Samples that were expanded before come out the same. */
export function expandTheory(
  samples: readonly SocratesSample[],
  { theory, preset }: Pick<ProtocolPolicy, 'theory'> & Partial<Pick<ProtocolPolicy, 'preset'>>,
): readonly SocratesSample[] {
  if (preset === 'paper') {
    return samples
      .filter(({ id }) => id === paperTask)
      .map((sample) => ({ ...sample, conversations: paperConversations }));
  }
  if (theory === 'on') return samples;
  if (theory === 'off') return samples.map(withoutTheory);
  const ids = new Set(samples.map(({ id }) => id));
  return samples.flatMap((sample) => {
    const other = `${sample.id}${suffix}`;
    if (sample.condition === 'noTheory' || ids.has(other)) return [sample];
    return [sample, { ...withoutTheory(sample), id: other }];
  });
}

/** The theory itself goes as well: what is not there cannot reach a tutor or a judge. */
function withoutTheory(sample: SocratesSample): SocratesSample {
  return { ...sample, theory: null, condition: 'noTheory' };
}
