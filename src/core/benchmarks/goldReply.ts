import * as z from 'zod';

const label = z.union([z.string().max(500), z.number(), z.boolean()]);

const goldLabelSchema = z.object({
  /** The judge of the benchmark that takes the same decision. */
  judge: z.string().min(1).max(200),
  unit: z.enum(['reply', 'message', 'conversation', 'criterion', 'pair']),
  turn: z.int().positive().optional(),
  criterionId: z.string().min(1).max(500).optional(),
  label,
  /** In the person's own words, where they gave one. */
  reason: z.string().max(20_000).optional(),
  /** The reply was chosen for labelling by what a judge had said of it. */
  chosen: z.literal(true).optional(),
  /** Those who gave this label, as they call themselves; absent where the data do not say. */
  by: z.array(z.string().max(200)).readonly().optional(),
});

/** A reply that is there already, and what people (or the judge of an earlier run) said of it. All texts are untrusted. */
export const goldReplySchema = z.object({
  /** Who wrote it, as the data name them; empty where they do not. */
  tutor: z.string(),
  /** The tutor's words, one text for each of its turns. */
  replies: z.array(z.string()).min(1),
  labels: z.array(goldLabelSchema),
});

export type GoldReply = Readonly<z.infer<typeof goldReplySchema>>;
export type GoldLabel = Readonly<z.infer<typeof goldLabelSchema>>;
