import * as z from 'zod';
import { withinSchema } from '../../../store/trustCard';
import { dimensionIds } from '../labels';

const figure = z.number().min(-1).max(2).nullable();

const scoresSchema = z.strictObject({
  n: z.int().min(0),
  agreement: figure,
  kappa: figure,
  macroF1: figure,
  pearson: figure,
});

const dimensionCardSchema = z.strictObject({
  id: z.enum(dimensionIds),
  /** Replies whose label all releases agree on. */
  n: z.int().min(0),
  /** Problems that those replies are to. */
  problems: z.int().min(0),
  agreement: figure,
  /** Mean distance of the labels' codes 1 to 3. */
  deviation: figure,
  kappa: figure,
  /** 95 % percentile bootstrap over problems. */
  kappaCi: z.strictObject({ low: figure, high: figure, level: z.number() }).nullable(),
  macroF1: figure,
  /** Of the codes 1 to 3 in rubric order. */
  pearson: figure,
  /** What always giving the commonest label would score. */
  majority: z.strictObject({ label: z.string().max(40), agreement: figure, macroF1: figure }),
  /** Agreement within each tutor, as on a trust card. */
  within: withinSchema,
  /** The first two labels counted as one, as in BEA 2025's lenient scores; null where the labels are no extents. */
  lenient: z.strictObject({ agreement: figure, macroF1: figure }).nullable(),
  /** `counts[human][judge]`. */
  confusion: z.strictObject({
    labels: z.array(z.string().max(40)).readonly(),
    counts: z.array(z.array(z.int().min(0)).readonly()).readonly(),
  }),
  /** The same by source and by who wrote the reply: where the judge is weak. */
  parts: z.array(scoresSchema.extend({ part: z.string().max(40) })).readonly(),
});

/** What is known of an embedded judge: data, procedure and figures on replies that it was not trained on. */
export const judgeCardSchema = z.strictObject({
  /** Day of the training, `YYYY-MM-DD`. */
  trained: z.iso.date(),
  data: z.strictObject({
    files: z.array(z.strictObject({ name: z.string().max(100), sha256: z.string().length(64) })).readonly(),
    replies: z.int().min(0),
    problems: z.int().min(0),
    /** Labels left out because the same reply has different ones, by dimension. */
    disagreements: z.record(z.enum(dimensionIds), z.int().min(0)),
  }),
  validation: z.strictObject({
    method: z.string().max(1000),
    folds: z.int(),
    seed: z.string().max(60),
  }),
  dimensions: z.array(dimensionCardSchema).readonly(),
});

export type JudgeCard = z.output<typeof judgeCardSchema>;
export type DimensionCard = JudgeCard['dimensions'][number];
export type PartScores = z.output<typeof scoresSchema>;
