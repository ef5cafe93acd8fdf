import * as z from 'zod';
import type { Label } from '../statistics/agreement';
import type { Sample } from './samples';

const label = z.union([z.string().max(500), z.number(), z.boolean()]);

/** What a label is about. */
export const slotMembers = {
  judge: z.string().min(1).max(200),
  unit: z.enum(['reply', 'message', 'conversation', 'criterion', 'pair']),
  turn: z.int().positive().optional(),
  criterionId: z.string().min(1).max(500).optional(),
};

const goldLabelSchema = z.object({
  ...slotMembers,
  label,
  reason: z.string().max(20_000).optional(),
  /** The reply was chosen for labelling because of a judge's verdict on it. */
  chosen: z.literal(true).optional(),
  /** Who gave this label, by the names they use; absent when the data do not say. */
  by: z.array(z.string().max(200)).readonly().optional(),
});

/** A reply from a file with the labels of people. All texts are untrusted. */
export const goldReplySchema = z.object({
  /** The author's name in the data; empty when the data do not say. */
  tutor: z.string(),
  /** The tutor's words, one text per turn. */
  replies: z.array(z.string()).min(1),
  labels: z.array(goldLabelSchema),
});

export type GoldReply = Readonly<z.infer<typeof goldReplySchema>>;
export type GoldLabel = Readonly<z.infer<typeof goldLabelSchema>>;

export interface GoldSample<S extends Sample = Sample> {
  readonly sample: S;
  readonly gold: readonly GoldReply[];
}

export interface RatedDecision {
  readonly dimension: string;
  readonly sampleId: string;
  /** Who wrote the reply; empty where that is not known. */
  readonly tutor: string;
  readonly criterionId?: string;
  /** Only the decision, if a label says more. */
  readonly human: Label;
  /** `undefined` if the judge gave no usable verdict, which never counts as agreement. */
  readonly judge: Label | undefined;
  /** The words that were judged; empty if the source lacks them. */
  readonly reply: string;
}

export interface ReliabilityTable {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly title: string; readonly cells: readonly (number | undefined)[] }[];
}

/** The label that more than half of the people gave. */
export function agreedLabel<L extends Label>(labels: readonly L[]): L | undefined {
  const counts = new Map<L, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].find(([, count]) => 2 * count > labels.length)?.[0];
}
