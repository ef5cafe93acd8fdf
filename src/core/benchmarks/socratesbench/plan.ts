import type { Play } from '../../benchmark/benchmark';
import type { DialoguePlan } from '../../benchmark/dialogue';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { modelledStudent, unsentTurn } from './modelledStudent';
import { socraticBaseline } from './prompts';
import type { SocratesSample } from './samples';

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
