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
import { otherSide, preferenceIn, type Preference, type Side, sideOfReply } from './preference';
import { preferenceSchema, preferenceSlot, readPreferences } from './readPreferences';
import type { KmpDialogueSample } from './samples';
import { simulatePreferences } from './simulatedJudge';

/** The judge of every run, the same one with the sides swapped, and what both agree on. */
export const preferenceJudgeIds = {
  first: 'preference',
  swapped: 'preference-swapped',
  agreed: 'preference-agreed',
} as const;

const { first, swapped, agreed } = preferenceJudgeIds;

const shape = JSON.stringify(z.toJSONSchema(preferenceSchema));
const template = [...Object.values(sections), ...Object.values(situationLabels)].join('\n');
const [firstVersion = '', swappedVersion = ''] = [first, swapped].map((id) =>
  judgeVersion(id, criteriaVersion, preferenceText, template, shape),
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
    question: 'What stands after both orders: verdicts that agree; one that turned with the order is a tie.',
    version: judgeVersion(agreed, firstVersion, swappedVersion),
  },
];

/** The judge whose verdicts count under a policy. */
export function countedJudge({ bothOrders }: ProtocolPolicy): string {
  return bothOrders ? agreed : first;
}

export function idsToDecide({ principles }: KmpDialogueSample): readonly string[] {
  return [...applicableCriteria(principles), overallId];
}

/** One call on a complete dialogue; with `bothOrders` a second one, and what both agree on once both have answered. */
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
  const promptFor = (asked: readonly string[]): JudgePrompt => ({
    fixed: preferenceText,
    material: comparisonMaterial(compared, asked),
  });
  return {
    key: judge,
    judge,
    version: judge === first ? firstVersion : swappedVersion,
    slots: ids.map((id) => preferenceSlot(judge, id)),
    prompt: promptFor(ids),
    schema: { name: 'preference', zod: preferenceSchema },
    read: (text, owed) => {
      const asked = owed === undefined ? ids : ids.filter((id) => owed.some(({ criterionId }) => criterionId === id));
      return readPreferences(text, judge, side, asked, promptFor);
    },
    simulate: () => simulatePreferences(compared, ids),
  };
}

/** What stands on each id after both orders were judged; `undefined` until both have an entry for every id. */
function agreedVerdicts(ids: readonly string[], verdicts: readonly Verdict[]): readonly Verdict[] | undefined {
  const entry = (judge: string, id: string): Verdict | undefined =>
    verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id);
  if (ids.some((id) => entry(first, id) === undefined || entry(swapped, id) === undefined)) return undefined;
  return ids.map((id) => {
    const agreement = agreementOf(preferenceIn(entry(first, id)), preferenceIn(entry(swapped, id)));
    return { ...preferenceSlot(agreed, id), ...agreement };
  });
}

function agreementOf(
  one: Preference | undefined,
  other: Preference | undefined,
): Pick<Verdict, 'status' | 'label' | 'reasoning' | 'problem'> {
  if (one === undefined || other === undefined) {
    return { status: 'unscored', problem: 'At least one of the two orders has no verdict.' };
  }
  if (one === other) return { status: 'ok', label: one, reasoning: `Both orders say ${one}.` };
  const reasoning = `One order says ${one}, the other ${other}: the verdict turned with the order and counts as a tie.`;
  return { status: 'ok', label: 'tie', reasoning };
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
