import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { failureTaxonomy } from '../../benchmark/failureTaxonomy';
import { type ComputedVerdicts, type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { readVerdicts } from '../../benchmark/judging/readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { choicesOf, type LabelGuide } from '../../benchmark/labelGuide';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { isRecord } from '../../text/isRecord';
import {
  applicableCriteria,
  criteriaVersion,
  criterionIds,
  overallId,
  principleMeanings,
  principles,
  levelTitles,
} from './criteria';
import {
  comparedReplies,
  comparisonMaterial,
  preferenceText,
  sections,
  situationLabels,
  situationSections,
} from './judgeText';
import { kmpDialogueChoice } from './policies';
import { otherSide, preferenceIn, preferenceOf, type Side, sidedVerdicts, sideOfReply } from './preference';
import type { KmpDialogueSample } from './samples';
import { simulatePreferences } from './simulatedJudge';

/** Reasons come first, so that the verdict follows from them. */
export const preferenceSchema = z.object({
  reasoning: z.string(),
  criteria: z.array(z.object({ id: z.enum(criterionIds), why: z.string(), verdict: z.enum(sidedVerdicts) })),
  overall: z.enum(sidedVerdicts).nullable(),
});

export function preferenceSlot(judge: string, id: string): VerdictSlot {
  return { judge, unit: 'pair', criterionId: id };
}

/** Longest list that is read. An honest answer has one entry per criterion. */
const mostEntries = 100;

const saidSchema = z.object({
  id: z.string().transform((text) => text.trim().toLowerCase()),
  why: z.string().catch(''),
  // In any case, also “Reply A”.
  verdict: z
    .string()
    .transform((text) =>
      text
        .slice(0, 40)
        .trim()
        .replace(/^(?:reply|response|candidate)\s+|[.)\]]+$/gi, ''),
    )
    .transform((text) => (/^tie$/i.test(text) ? text.toLowerCase() : text.toUpperCase()))
    .pipe(z.enum(sidedVerdicts)),
});

/** The readable entries, with the one on the whole reply. */
function saidIn(answer: Readonly<Record<string, unknown>>) {
  const fields = new Map(Object.entries(answer).map(([key, value]) => [key.trim().toLowerCase(), value]));
  const [list, overall, reasoning] = ['criteria', overallId, 'reasoning'].map((key) => fields.get(key));
  const entries: readonly unknown[] = Array.isArray(list) ? list.slice(0, mostEntries) : [];
  const whole = { why: reasoning, ...(isRecord(overall) ? overall : { verdict: overall }), id: overallId };
  return [whole, ...entries].flatMap((entry) => saidSchema.safeParse(entry).data ?? []);
}

/** The judge of every run, the same judge with swapped sides, and the verdicts both agree on. */
export const preferenceJudgeIds = {
  first: 'preference',
  swapped: 'preference-swapped',
  agreed: 'preference-agreed',
} as const;

const { first, swapped, agreed } = preferenceJudgeIds;

const template = [...Object.values(sections), ...Object.values(situationLabels)].join('\n');
const [firstVersion = '', swappedVersion = ''] = [first, swapped].map((id) =>
  judgeVersion(id, criteriaVersion, preferenceText, template, preferenceSchema),
);

export const kmpDialogueJudges: readonly JudgeInfo[] = [
  {
    id: first,
    title: 'Preference',
    question: 'Which of the two replies does better, criterion by criterion and as a whole?',
    version: firstVersion,
  },
  {
    id: swapped,
    title: 'Preference, sides swapped',
    question: 'The same question with A and B exchanged; asked when both orders are judged.',
    version: swappedVersion,
  },
  {
    id: agreed,
    title: 'Preference, both orders',
    question: 'The result of both orders: verdicts that agree. A verdict that changed with the order is a tie.',
    version: judgeVersion(agreed, firstVersion, swappedVersion),
  },
];

export function countedJudge(policy: ProtocolPolicy): string {
  return kmpDialogueChoice(policy, 'bothOrders') ? agreed : first;
}

export function idsToDecide({ principles }: KmpDialogueSample): readonly string[] {
  return [...applicableCriteria(principles), overallId];
}

/** One call per complete dialogue. With `bothOrders` a second call, then the agreed verdicts. */
export function kmpDialogueJudgements(
  sample: KmpDialogueSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
  policy: ProtocolPolicy,
): readonly (JudgeTask | ComputedVerdicts)[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const side = sideOfReply(sample);
  const asked = preferenceTask(first, sample, reply, side);
  if (!kmpDialogueChoice(policy, 'bothOrders')) return [asked];
  const both = agreedVerdicts(idsToDecide(sample), verdicts);
  return [
    asked,
    preferenceTask(swapped, sample, reply, otherSide(side)),
    ...(both === undefined ? [] : [{ key: agreed, verdicts: both }]),
  ];
}

function preferenceTask(judge: string, sample: KmpDialogueSample, reply: string, side: Side): JudgeTask {
  const ids = idsToDecide(sample);
  const compared = comparedReplies(sample, reply, side);
  const slots = ids.map((id) => preferenceSlot(judge, id));
  const prompt = { fixed: preferenceText, material: comparisonMaterial(compared, ids) };
  return {
    key: judge,
    judge,
    version: judge === first ? firstVersion : swappedVersion,
    slots,
    prompt,
    schema: { name: 'preference', zod: preferenceSchema },
    read: readVerdicts({
      slots,
      verdictsIn: (answer) => {
        const entries = saidIn(answer);
        return (slot) => {
          const [first, ...others] = entries.filter(({ id }) => id === slot.criterionId);
          // A verdict that contradicts another counts as missing.
          if (first === undefined || others.some(({ verdict }) => verdict !== first.verdict)) return undefined;
          return okVerdict(slot, preferenceOf(first.verdict, side), first.why);
        };
      },
      problem: 'No usable verdict ("A", "B" or "tie", once) for:',
      remaining: (open) => {
        const asked = open.flatMap(({ criterionId }) => criterionId ?? []);
        return { fixed: preferenceText, material: comparisonMaterial(compared, asked) };
      },
    }),
    simulate: () => simulatePreferences(compared, ids),
  };
}

function agreedVerdicts(ids: readonly string[], verdicts: readonly Verdict[]): readonly Verdict[] | undefined {
  const entry = (judge: string, id: string): Verdict | undefined =>
    verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id);
  if (ids.some((id) => entry(first, id) === undefined || entry(swapped, id) === undefined)) return undefined;
  return ids.map((id) => {
    const slot = preferenceSlot(agreed, id);
    const [one, other] = [preferenceIn(entry(first, id)), preferenceIn(entry(swapped, id))];
    if (one === undefined || other === undefined)
      return { ...slot, status: 'unscored', problem: 'At least one of the two orders has no verdict.' };
    if (one === other) return okVerdict(slot, one, `Both orders say ${one}.`);
    const turned = 'the verdict changed with the order and counts as a tie.';
    return okVerdict(slot, 'tie', `One order says ${one}, the other ${other}: ${turned}`);
  });
}

const guide: LabelGuide = {
  question: 'Which reply does better on this: the one under test, or the reference reply?',
  definition:
    'The reference reply is in the facts below the dialogue. Ignore length, polish and your general impression.',
  choices: choicesOf(
    ['win', 'The reply', 'The reply under test does better on this, and the student would notice.'],
    ['tie', 'Tie', 'Both do it about equally well, equally badly, or not at all.'],
    ['lose', 'The reference', 'The reference reply does better on this, and the student would notice.'],
  ),
};

/** People decide only the first reading of a pair, not the swapped or agreed one. */
export function kmpDialogueLabelGuide({ judge }: VerdictSlot): LabelGuide | undefined {
  return judge === preferenceJudgeIds.first ? guide : undefined;
}

const preferred = 'reply that was found better';

/** The paper names two types of error; this project adds seven. For replies that lose against the reference. */
export const kmpDialogueTaxonomy = failureTaxonomy<KmpDialogueSample>({
  tags: {
    flawed_scaffolding: [
      'Flawed scaffolding',
      'offers help that is built wrongly: its steps are too large, too small or out of order, or do not lead to what the student needs next',
    ],
    evasion_by_substitution: [
      'Evasion by substitution',
      'puts something beside the point in the place of what the student needs: another question, another topic, encouragement or a general tip',
    ],
    vague_questioning: [
      'Vague questioning',
      'asks a question so open or unclear that this student cannot know what to do',
    ],
    answer_giveaway: ['Answer given away', 'states the answer, or does the deciding step that the student was to do'],
    factual_error: [
      'Factual error',
      'says something that is mathematically wrong or misleading, or takes a wrong answer for right',
    ],
    ignores_instruction: ['Ignores the instruction', 'does not do what the instruction for this turn asks for'],
    missing_principle: ['Misses the principle', 'does not show a targeted principle'],
    tone_or_level_mismatch: [
      'Wrong tone or level',
      'does not fit this student, grade or persona in tone, language or difficulty',
    ],
    other: ['Something else', 'fails in a way that none of the others names'],
  },
  failing: 'that lose against the reference as a whole',
  opening:
    'You look at one reply that a tutor of mathematics (kindergarten to grade 8) gave in a dialogue. You are given the situation, the dialogue, the ' +
    'reply, and another reply that was found better: take that one as one good way among several, not as the measure of every word.\n\n' +
    `The teaching principles a reply can be meant to embody:\n${principles
      .map((id) => `- ${levelTitles[id]}: ${principleMeanings[id]}.`)
      .join('\n')}`,
  advice: [
    'Check every calculation yourself.',
    'Being shorter, plainer or other than the better reply is no failure by itself.',
    'Give "other" only where no other tag fits.',
  ],
  titles: [...Object.values(sections), ...Object.values(situationLabels), preferred],
  isFailing: (_sample, verdicts, policy) =>
    verdicts.some(
      ({ judge, criterionId, label }) =>
        judge === countedJudge(policy) && criterionId === overallId && label === 'lose',
    ),
  sections: (sample) => [...situationSections(sample), { title: preferred, text: sample.referenceReply }],
});
