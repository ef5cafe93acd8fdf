import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import {
  type ComputedVerdicts,
  type JudgeInfo,
  type JudgePrompt,
  type JudgeTask,
  judgeVersion,
} from '../../benchmark/judging/judgeTask';
import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import type { LabelGuide } from '../../benchmark/labelGuide';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { applicableCriteria, criteriaVersion, overallId } from './criteria';
import { comparedReplies, comparisonMaterial, preferenceText, sections, situationLabels } from './judgeText';
import { agreedPreference, otherSide, preferenceIn, type Side, sideOfReply } from './preference';
import { preferenceSchema, preferenceSlot, readPreferences } from './readPreferences';
import type { KmpDialogueSample } from './samples';
import { simulatePreferences } from './simulatedJudge';

/** The judge of every run, the same one with the sides swapped, and what both agree on. */
export const preferenceJudgeIds = {
  first: 'preference',
  swapped: 'preference-swapped',
  agreed: 'preference-agreed',
} as const;

const shape = JSON.stringify(z.toJSONSchema(preferenceSchema));
const template = [...Object.values(sections), ...Object.values(situationLabels)].join('\n');

function versionOf(id: string): string {
  return judgeVersion(id, criteriaVersion, preferenceText, template, shape);
}

const { first, swapped, agreed } = preferenceJudgeIds;

export const kmpDialogueJudges: readonly JudgeInfo[] = [
  {
    id: first,
    title: 'Preference',
    question: 'Which of the two replies does better, criterion by criterion and as a whole?',
    version: versionOf(first),
  },
  {
    id: swapped,
    title: 'Preference, sides swapped',
    question: 'The same question with A and B exchanged; asked when both orders are judged.',
    version: versionOf(swapped),
  },
  {
    id: agreed,
    title: 'Preference, both orders',
    question: 'What stands after both orders: verdicts that agree; one that turned with the order is a tie.',
    version: judgeVersion(agreed, versionOf(first), versionOf(swapped)),
  },
];

const versions = new Map(kmpDialogueJudges.map(({ id, version }) => [id, version]));

/** The judge whose verdicts count under a policy. */
export function countedJudge({ bothOrders }: ProtocolPolicy): string {
  return bothOrders ? agreed : first;
}

/** The ids that a sample's judges decide: its criteria and the whole. */
export function idsToDecide({ principles }: KmpDialogueSample): readonly string[] {
  return [...applicableCriteria(principles), overallId];
}

/**
 * One call on a complete dialogue; with `bothOrders` a second one, and what both agree on once both have answered. None for a
 * reply that is missing or empty.
 */
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
  if (!policy.bothOrders) return [asked];
  const both = agreedVerdicts(idsToDecide(sample), verdicts, preferenceJudgeIds);
  return [
    asked,
    preferenceTask(swapped, sample, reply, otherSide(side)),
    ...(both === undefined ? [] : [{ key: agreed, verdicts: both }]),
  ];
}

function preferenceTask(judge: string, sample: KmpDialogueSample, reply: string, side: Side): JudgeTask {
  const ids = idsToDecide(sample);
  const compared = comparedReplies(sample, reply, side);
  const promptFor = (asked: readonly string[]): JudgePrompt => ({
    fixed: preferenceText,
    material: comparisonMaterial(compared, asked),
  });
  return {
    key: judge,
    judge,
    version: versions.get(judge) ?? '',
    slots: ids.map((id) => preferenceSlot(judge, id)),
    prompt: promptFor(ids),
    schema: { name: 'preference', zod: preferenceSchema },
    read: (text, owed) =>
      readPreferences(text, {
        judge,
        side,
        ids: owed === undefined ? ids : ids.filter((id) => owed.some(({ criterionId }) => criterionId === id)),
        remaining: promptFor,
      }),
    simulate: () => simulatePreferences(compared, ids),
  };
}

/**
 * What stands on each id after both orders were judged; `undefined` until both have an entry for every id. Agreeing verdicts
 * stand, disagreeing ones are a tie, and where one order gave no verdict there is none.
 */
function agreedVerdicts(
  ids: readonly string[],
  verdicts: readonly Verdict[],
  judges: { readonly first: string; readonly swapped: string; readonly agreed: string },
): readonly Verdict[] | undefined {
  const entry = (judge: string, id: string): Verdict | undefined =>
    verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id);
  const combined: Verdict[] = [];
  for (const id of ids) {
    const first = entry(judges.first, id);
    const swapped = entry(judges.swapped, id);
    if (first === undefined || swapped === undefined) return undefined;
    combined.push({ ...preferenceSlot(judges.agreed, id), ...agreement(first, swapped) });
  }
  return combined;
}

function agreement(first: Verdict, swapped: Verdict): Pick<Verdict, 'status' | 'label' | 'reasoning' | 'problem'> {
  const one = preferenceIn(first);
  const other = preferenceIn(swapped);
  if (one === undefined || other === undefined) {
    return { status: 'unscored', problem: 'At least one of the two orders has no verdict.' };
  }
  const reasoning =
    one === other
      ? `Both orders say ${one}.`
      : `One order says ${one}, the other ${other}: the verdict turned with the order and counts as a tie.`;
  return { status: 'ok', label: agreedPreference(one, other), reasoning };
}

const guide: LabelGuide = {
  question: 'Which reply does better on this: the one under test, or the reference reply?',
  definition:
    'The reference reply stands among the facts below the dialogue. Length, polish and your general impression play no part.',
  choices: [
    {
      label: 'win',
      title: 'The reply',
      meaning: 'The reply under test does better on it, so that the student would notice.',
    },
    { label: 'tie', title: 'Tie', meaning: 'Both do it about equally well, equally badly, or not at all.' },
    {
      label: 'lose',
      title: 'The reference',
      meaning: 'The reference reply does better on it, so that the student would notice.',
    },
  ],
};

/** The first reading of a pair; the swapped one and what both come to are no decisions of a person. */
export function kmpDialogueLabelGuide({ judge }: VerdictSlot): LabelGuide | undefined {
  return judge === preferenceJudgeIds.first ? guide : undefined;
}
