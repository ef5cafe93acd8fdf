import { measureReply, type MeasuredReply } from '../../src/core/benchmarks/mrbench/embedded/measureReply';
import { dimensionIds, labelCode, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import type { LabelledReply } from './gatherReplies';

/** A labelled reply as it is trained on. */
export interface TrainingReply {
  readonly key: string;
  readonly group: number;
  /** Who wrote it: to train without a tutor and to compare replies of the same one, never a feature. */
  readonly tutor: string;
  readonly measured: MeasuredReply;
  /** Class 0..2 of each dimension, −1 where it has no label. */
  readonly codes: Readonly<Record<DimensionId, number>>;
}

/** Measures a reply with its worked solution, where any release has one. */
export function trainingReply(reply: LabelledReply): TrainingReply {
  const codes = dimensionIds.map((id) => [id, (labelCode(id, reply.labels[id]) ?? 0) - 1] as const);
  return {
    key: reply.key,
    group: reply.group,
    tutor: reply.tutors.join(' and '),
    measured: measureReply(reply),
    codes: Object.fromEntries(codes) as Record<DimensionId, number>,
  };
}

/** The classes of one dimension, reply after reply. */
export function codesOf(replies: readonly TrainingReply[], dimension: DimensionId): Int8Array {
  return Int8Array.from(replies, ({ codes }) => codes[dimension]);
}
