import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import {
  type ComputedVerdicts,
  type JudgeInfo,
  type JudgePrompt,
  type JudgeTask,
  judgeVersion,
} from '../../judging/judgeTask';
import type { Verdict } from '../../judging/verdict';
import type { ProtocolPolicy } from '../protocolPolicy';
import { agreedVerdicts } from './agreedVerdicts';
import { applicableCriteria, criteriaVersion, overallId } from './criteria';
import { preferenceText, sections, situationLabels } from './judgeText';
import { comparedReplies, comparisonMaterial } from './material';
import { otherSide, sideOfReply, type Side } from './preference';
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
