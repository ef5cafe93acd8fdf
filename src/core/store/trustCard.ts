import * as z from 'zod';
import { benchmarkIds } from '../benchmarks/benchmark';

const name = z.string().max(2_000);
const share = z.number().min(0).max(1);
const correlation = z.number().min(-1).max(1);
const count = z.int().nonnegative();
const label = z.union([z.string().max(500), z.number(), z.boolean()]);

/**
 * What a calibration found of one judge on one dimension. `null` stands where a figure is not defined. Strict: a card that says
 * more or less than this is none, as trust hangs on it.
 */
export const trustCardSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** Model and, where it is not the provider's own, the server. */
  judge: name.min(1),
  simulated: z.boolean(),
  benchmark: z.enum(benchmarkIds),
  dimension: name.min(1),
  /** Version of the judge's wording that was checked. */
  judgeVersion: name.min(1),
  /** When the calibration was started. */
  at: z.iso.datetime(),
  toolVersion: name,
  runId: name,
  gold: z.strictObject({
    name,
    format: name,
    /** `sha256:` over the replies and labels in use. */
    hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  }),
  n: count.positive(),
  failed: count,
  clusters: count,
  agreement: share.nullable(),
  deviation: z.number().nonnegative().nullable(),
  kappa: correlation.nullable(),
  kappaCi: z.strictObject({ low: correlation, high: correlation, level: share }).nullable(),
  macroF1: share.nullable(),
  pearson: correlation.nullable(),
  majority: z.strictObject({ label, agreement: share, macroF1: share }).nullable(),
  /** Labels answered by a model that had not learned from the reply. */
  heldOut: count,
});

export type TrustCard = Readonly<z.infer<typeof trustCardSchema>>;
