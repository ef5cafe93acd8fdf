import * as z from 'zod';
import { benchmarkIds } from '../benchmarks/benchmark';

/**
 * One line of `labels/<benchmark>.jsonl`: what one person said of one reply. Holds sample and reply in full, so that it can be used
 * when the run they came from is gone. A later line of the same person about the same thing takes the place of the earlier one.
 */
export const handLabelSchema = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('label'),
  at: z.iso.datetime(),
  /** Who labelled, as they call themselves. */
  by: z.string().min(1).max(200),
  /** `blind`: before any judge's verdict was shown. `reviewing`: with it in sight, which draws people towards it. */
  mode: z.enum(['blind', 'reviewing']),
  benchmark: z.enum(benchmarkIds),
  /** The sample as it was played; checked by its benchmark. */
  sample: z.looseObject({ id: z.string().min(1) }),
  /** The tutor's exact words, one text for each of its turns, as the provider returned them. */
  replies: z.array(z.string()).min(1).max(1_000),
  /** Who wrote the reply. */
  tutor: z.string().max(500).optional(),
  judge: z.string().min(1).max(200),
  unit: z.enum(['reply', 'message', 'conversation', 'criterion', 'pair']),
  turn: z.int().positive().optional(),
  criterionId: z.string().min(1).max(500).optional(),
  /** In the benchmark's own terms; `null` takes an earlier label back. */
  label: z.union([z.string().max(500), z.number(), z.boolean()]).nullable(),
  reason: z.string().max(20_000).optional(),
  /** How replies came up; `failing` and `disagreement` go by judges' verdicts, so that they do not stand for all. Absent where it is not known. */
  order: z.enum(['random', 'failing', 'disagreement']).optional(),
  /** Where the reply was seen: run and work item. */
  seenIn: z.strictObject({ run: z.string().max(200), item: z.string().max(2_000) }).optional(),
});

export type HandLabel = Readonly<z.infer<typeof handLabelSchema>>;
