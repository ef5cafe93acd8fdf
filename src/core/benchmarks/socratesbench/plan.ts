import type { ChatMessage, DialoguePlan } from '../../dialogue/dialogue';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { Play } from '../benchmark';
import type { ProtocolPolicy } from '../protocolPolicy';
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
 * The conversation of a sample: the prompt with task and theory, and the student's turns. What the file places itself is not
 * appended again. The tutor gets the answer key only where the policy and the file both ask for it; of the key nothing but its
 * printed form.
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
