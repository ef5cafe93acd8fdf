import * as z from 'zod';
import { gitStateSchema } from './gitState';

const interval = z.object({ low: z.number(), high: z.number(), level: z.number() });
const range = z.tuple([z.number(), z.number()]);

/** One metric by one judge; `value` is in its unit and absent where there was nothing to measure. */
const metric = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(['share', 'percent', 'level', 'points']),
  direction: z.enum(['up', 'down', 'band', 'none']),
  scale: range,
  band: range.optional(),
  value: z.number().optional(),
  n: z.number(),
  excluded: z.number(),
  ci: interval.optional(),
});

const benchmark = z.object({
  id: z.string(),
  title: z.string(),
  placement: z.string(),
  dataHash: z.string(),
  judgeVersions: z.record(z.string(), z.string()),
  samples: z.number(),
  /** Plays: samples times their repeats. */
  planned: z.number(),
  completed: z.number(),
  noReply: z.number(),
  failed: z.number(),
  notApplicable: z.number(),
  verdicts: z.number(),
  unscored: z.number(),
  blocks: z.array(z.object({ id: z.string(), title: z.string(), judge: z.string(), metrics: z.array(metric) })),
});

/**
 * What a list or a history shows of a run, so that it need not read the journal. Derived data: whatever it says, the
 * journal is right, and it can be deleted at any time.
 */
export const runSummarySchema = z.object({
  schemaVersion: z.literal(1),
  /** Version that computed it; another one computes it anew. */
  toolVersion: z.string(),
  runId: z.string(),
  createdAt: z.string(),
  /** Time of the journal's last status; of the start where it has none. */
  lastAt: z.string(),
  status: z.enum(['running', 'completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget']),
  rejudgedFrom: z.string().optional(),
  /** As in the manifest. */
  repliesAt: z.string().optional(),
  prompt: z.object({ path: z.string(), name: z.string(), revision: z.string(), git: gitStateSchema.optional() }),
  tutor: z.string(),
  student: z.string().optional(),
  /** Choices of protocol by name; absent in summaries of older versions. */
  policy: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  judges: z.array(z.string()),
  simulated: z.boolean(),
  placement: z.string(),
  /** US dollars; absent as soon as one model has no known price. */
  costUsd: z.number().optional(),
  wallMs: z.number(),
  benchmarks: z.array(benchmark),
});
export type RunSummary = z.infer<typeof runSummarySchema>;
export type SummarizedBenchmark = RunSummary['benchmarks'][number];
export type SummarizedMetric = SummarizedBenchmark['blocks'][number]['metrics'][number];
