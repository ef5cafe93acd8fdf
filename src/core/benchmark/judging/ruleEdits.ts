import * as z from 'zod';
import { type PromptEdit, promptEditSchema } from '../../prompt/promptEdit';
import type { Rule } from '../../prompt/promptRules';
import type { TopicId } from '../../prompt/ruleTopics';
import { boundedText } from '../../text/readableText';
import { fenceMaterial, untrustedNotice } from './fence';
import { type JudgePrompt, type JudgeTask, judgeVersion } from './judgeTask';
import { readVerdicts } from './readAnswer';
import { caseSections, type FailedCase } from './ruleCites';
import { okVerdict, type Verdict, type VerdictSlot } from './verdict';

export const editsJudge = 'rule-edits';
const mostEdits = 2;
const longestText = 600;

const fixed = [
  'You improve a tutor’s system prompt. It is shown as a numbered list of rules. Below it are replies that the tutor gave under it; all of them fail in one respect, as they did when they were played before. You propose edits after which such replies would not fail.',
  [
    'Each edit changes one rule:',
    '- add: a new rule, which will stand below the rule with this number.',
    '- replace: another text for the rule with this number.',
    '- remove: the rule with this number goes, because it causes the failures. Its text is empty.',
    'A rule is an order to the tutor of at most 60 words, in the language of the prompt. It holds for every student and every task: take no numbers, names or phrases from the cases.',
    'Do not repeat what a rule says already, nor an edit that was turned down. First look for a rule that may cause the failures, and if there is one, let one of your edits remove it.',
  ].join('\n'),
  untrustedNotice,
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: ' +
    '{"reasoning": string, "edits": [{"op": "add" | "replace" | "remove", "rule": number, "text": string, "why": string}, ...]}. ' +
    'Give one or two edits. "why" says in one sentence what changes for the student.',
].join('\n\n');

const editSchema = promptEditSchema.extend({ text: z.string().max(longestText), why: z.string().max(1_000) });
const schema = z.object({ reasoning: z.string(), edits: z.array(editSchema).min(1).max(mostEdits) });
export const editsInfo = {
  id: editsJudge,
  title: 'Edits proposed by a model',
  question: 'Which edit of a rule would help?',
  version: judgeVersion(editsJudge, fixed, schema),
};

export interface EditCluster {
  /** What the cases have in common; names the cluster. */
  readonly failure: string;
  readonly topic: TopicId | undefined;
  readonly rules: readonly Rule[];
  readonly cases: readonly FailedCase[];
  /** Edits not to be proposed again, each with the reason. */
  readonly refused: readonly string[];
}

export function editsTask({ failure, topic, rules, cases, refused }: EditCluster): JudgeTask {
  const short = cases.map(({ dialogue, reply, failed }) => {
    return { dialogue: dialogue.slice(-longestText), reply: boundedText(reply, longestText), failed };
  });
  const material = fenceMaterial([
    { title: 'rules of the prompt', text: rules.map(({ number, text }) => `${number}. ${text}`).join('\n') },
    ...(refused.length === 0 ? [] : [{ title: 'edits that were turned down', text: refused.join('\n') }]),
    ...caseSections(short),
  ]);
  const prompt: JudgePrompt = { fixed, material };
  const slots = Array.from({ length: mostEdits }, (_, index): VerdictSlot => {
    return { judge: editsJudge, unit: 'reply', criterionId: `${index + 1} ${cases.length} ${failure}` };
  });
  const { version } = editsInfo;
  return {
    // Edits turned down since then make it another question.
    ...{ key: judgeVersion(version, material), judge: editsJudge, version, slots, prompt },
    schema: { name: 'rule_edits', zod: schema },
    read: readVerdicts({
      slots,
      problem: 'Missing, or not in the shape asked for, is edit',
      remaining: () => prompt,
      verdictsIn: ({ edits }) => {
        const all = (Array.isArray(edits) ? edits : []).flatMap((one) => editSchema.safeParse(one).data ?? []);
        if (all.length === 0) return 'The answer has no readable edit.';
        return (slot) => {
          const one = all[slots.findIndex(({ criterionId }) => criterionId === slot.criterionId)];
          if (one === undefined) return okVerdict(slot, 'none');
          return { ...okVerdict(slot, `${one.op} ${one.rule}`, one.why), evidence: one.text };
        };
      },
    }),
    simulate: () => {
      const text = simulatedRules[topic ?? 'questions'] ?? simulatedRules.questions ?? '';
      const edit = { op: 'add', rule: rules.at(-1)?.number ?? 1, text, why: 'Simulated: a rule on what fails.' };
      return JSON.stringify({ reasoning: 'Simulated: by what the replies fail in.', edits: [edit] });
    },
  };
}

/** Rules that the simulated tutor understands. */
const simulatedRules: Readonly<Partial<Record<TopicId, string>>> = {
  answer: 'Never give the final answer away.',
  steps: 'Do not calculate a step for the student.',
  questions: 'Ask one short question in each reply.',
  right: 'Confirm what is right.',
  wrong: 'Point out each mistake.',
  location: 'Say which step is wrong.',
  lost: 'If the student is confused, explain it differently.',
  further: 'When the answer is right, ask a harder question.',
  hints: 'If the student is confused, offer a small hint.',
  nextStep: 'Suggest the next step.',
  explanation: 'Explain why it works.',
  tone: 'Be warm and patient.',
};

export interface ReadEdit {
  readonly edit: PromptEdit;
  readonly why: string;
  /** What it is meant to mend, and how many cases were shown: none where no model was asked for it. */
  readonly failure: string;
  readonly cases: number;
}

/** Reads a stored answer, which may come from anyone; `undefined` where it is no edit. */
export function readEdit({
  status,
  label,
  evidence = '',
  reasoning = '',
  criterionId = '',
}: Partial<Verdict>): ReadEdit | undefined {
  const [op = '', rule = ''] = status === 'ok' && typeof label === 'string' ? label.split(' ') : [];
  const { data } = promptEditSchema.safeParse({ op, rule: Number(rule), ...(op !== 'remove' && { text: evidence }) });
  const [, cases = '', failure = ''] = /^\d (\d+) ([^]*)$/.exec(criterionId) ?? [];
  return data && { edit: data, why: reasoning, cases: Number(cases), failure };
}
