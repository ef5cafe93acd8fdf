import * as z from 'zod';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { evaluateSchema } from './printedJson';

const nullableNumber = z.number().nullable();
const share = z.number().min(0).max(1);
const confusionLabel = z.union([z.string(), z.number(), z.boolean()]);

const interval = z.strictObject({ low: z.number(), high: z.number(), level: z.literal(0.95) }).nullable();

const within = z.strictObject({
  tutors: z.array(
    z.strictObject({
      tutor: z.string(),
      n: z.int().positive(),
      failed: z.int().nonnegative(),
      agreement: share,
      kappa: nullableNumber,
      pearson: nullableNumber,
      majority: z.strictObject({ label: confusionLabel, agreement: share }),
    }),
  ),
  n: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  clusters: z.int().nonnegative(),
  agreement: share.nullable(),
  kappa: nullableNumber,
  kappaCi: interval,
  withoutOne: z.strictObject({ tutor: z.string(), kappa: nullableNumber, kappaCi: interval }).nullable(),
  macroF1: share.nullable(),
  majority: z.strictObject({ agreement: share, macroF1: share }).nullable(),
});

const reliability = z.strictObject({
  id: z.string(),
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.strictObject({ title: z.string(), cells: z.array(nullableNumber) })),
});

const calibratedDimension = z.strictObject({
  id: z.string(),
  n: z.int().positive(),
  failed: z.int().nonnegative(),
  agreement: share.nullable(),
  deviation: nullableNumber,
  kappa: nullableNumber,
  kappaCi: z.strictObject({ low: z.number(), high: z.number(), level: z.literal(0.95) }).nullable(),
  macroF1: share.nullable(),
  pearson: nullableNumber,
  majority: z.strictObject({ label: confusionLabel, agreement: share, macroF1: share }).nullable(),
  within: within.nullable(),
  confusion: z.strictObject({
    labels: z.array(confusionLabel),
    counts: z.array(z.array(z.int())),
    failed: z.array(z.int()),
  }),
  clusters: z.int().positive(),
});

const disagreement = z.strictObject({
  judge: z.string(),
  dimension: z.string(),
  sample: z.string(),
  tutor: z.string(),
  turn: z.int().nullable(),
  criterionId: z.string().nullable(),
  human: confusionLabel,
  humanReason: z.string().nullable(),
  label: confusionLabel.nullable(),
  reasoning: z.string().nullable(),
  reply: z.string(),
});

const calibratedJudge = {
  judge: z.string(),
  simulated: z.boolean(),
  dimensions: z.array(calibratedDimension),
  reliability: z.array(reliability),
  disagreements: z.array(disagreement).optional(),
};

/** What `calibrate --json`, and `resume --json` of a calibration, print. */
export const calibrationSchema = z.strictObject({
  schemaVersion: z.literal(1),
  ...calibratedJudge,
  benchmark: z.enum(benchmarkIds),
  gold: z.strictObject({ name: z.string(), format: z.string(), by: z.enum(['people', 'judge']) }),
  goldHash: z.string().optional(),
  replies: z.int().optional(),
  samples: z.int().optional(),
  pending: z.int().optional(),
  notes: z.array(z.string()),
  runId: z.string().nullable(),
  runDir: z.string().nullable(),
  status: z.string(),
  cards: z.int(),
  calls: z.strictObject({ tutor: z.int(), judge: z.int(), cached: z.int(), retries: z.int() }).optional(),
  tokens: evaluateSchema.shape.tokens.optional(),
  cost: evaluateSchema.shape.cost.optional(),
  judges: z.array(z.strictObject(calibratedJudge)).optional(),
  /** Only with `--judge-prompts`. */
  promptOverrides: z
    .array(
      z.strictObject({
        judge: z.string(),
        builtIn: z.array(calibratedDimension),
        differences: z.array(
          z.strictObject({
            dimension: z.string(),
            n: z.int().positive(),
            own: share,
            builtIn: share,
            difference: z.number().min(-1).max(1),
            ci: z.strictObject({ low: z.number(), high: z.number(), level: z.literal(0.95) }).nullable(),
          }),
        ),
      }),
    )
    .optional(),
});

/** The object that `calibrate --json` printed. */
export function calibrated(out: string): z.infer<typeof calibrationSchema> {
  return calibrationSchema.parse(JSON.parse(out));
}
