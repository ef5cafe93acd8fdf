import * as z from 'zod';
import type { BenchmarkHeads } from './benchmarkHeads';
import { gitStateSchema } from './gitState';
import { storedFiguresSchema, type MetricFigures } from './metricFigures';

/** More benchmarks are in no run. */
export const mostBenchmarks = 100;

const storedBenchmark = z.object({
  id: z.string(),
  /** Name of the file of heads that the figures are of. */
  heads: z.string().regex(/^[0-9a-f]{64}$/),
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
  figures: storedFiguresSchema,
});

/** A summary as its file has it. */
export const storedSummarySchema = z.object({
  schemaVersion: z.literal(2),
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
  /** Choices of protocol by name. */
  policy: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  judges: z.array(z.string()),
  simulated: z.boolean(),
  placement: z.string(),
  /** US dollars; absent as soon as one model has no known price. */
  costUsd: z.number().optional(),
  wallMs: z.number(),
  benchmarks: z.array(storedBenchmark).max(mostBenchmarks),
  /** Length of the journal it was made from. Journals only grow, so another length is another journal. */
  journalBytes: z.int().nonnegative(),
});
export type StoredSummary = z.infer<typeof storedSummarySchema>;

/** One benchmark of a run. Summaries that were listed together share the object `heads`. */
export type SummarizedBenchmark = Omit<StoredSummary['benchmarks'][number], 'heads' | 'figures'> & {
  readonly heads: BenchmarkHeads;
  readonly figures: MetricFigures;
};

/**
 * What a list or a history shows of a run, so that it need not read the journal. Derived data: whatever it says, the
 * journal is right, and it can be deleted at any time.
 */
export type RunSummary = Omit<StoredSummary, 'schemaVersion' | 'journalBytes' | 'benchmarks'> & {
  readonly benchmarks: readonly SummarizedBenchmark[];
};
