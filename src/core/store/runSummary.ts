import * as z from 'zod';
import { journalFile, readLastStatus } from './readJournal';
import { gitStateSchema, runPurposes } from './runManifest';
import { runStatus } from './runRecord';
import { unwritable } from './runStoreError';
import type { StoreFolder } from './storeFolder';

const summaryFile = 'summary.json';
/** Bytes. A summary has some hundred metrics by each judge, of some 200 bytes each. Larger files are refused. */
const largest = 4 * 1024 * 1024;

const range = z.tuple([z.number(), z.number()]).readonly();

export const summarizedMetric = z
  .object({
    id: z.string(),
    title: z.string(),
    unit: z.enum(['share', 'percent', 'level', 'points']),
    direction: z.enum(['up', 'down', 'band', 'none']),
    scale: range,
    band: range.optional(),
    value: z.number().optional(),
    ci: z.object({ low: z.number(), high: z.number(), level: z.number() }).optional(),
    n: z.number().nonnegative(),
    excluded: z.number().nonnegative(),
  })
  .refine(({ scale: [least, most], value, ci }) => {
    if (value === undefined) return ci === undefined;
    // Computed values may leave their scale by rounding only.
    const slack = 1e-6 * Math.max(1, most - least);
    const numbers = ci === undefined ? [value] : [value, ci.low, ci.high];
    return numbers.every((number) => number >= least - slack && number <= most + slack);
  });
export type SummarizedMetric = z.infer<typeof summarizedMetric>;

const summarizedBlock = z.object({
  id: z.string(),
  title: z.string(),
  judge: z.string(),
  metrics: z.array(summarizedMetric),
});

export const summarizedBenchmark = z.object({
  id: z.string(),
  title: z.string(),
  placement: z.string(),
  dataHash: z.string(),
  judgeVersions: z.record(z.string(), z.string()),
  samples: z.number(),
  planned: z.number(),
  completed: z.number(),
  noReply: z.number(),
  failed: z.number(),
  notApplicable: z.number(),
  verdicts: z.number(),
  unscored: z.number(),
  /** Names of metrics, as in the benchmark's definition. */
  headlines: z.array(z.string()).readonly().optional(),
  blocks: z.array(summarizedBlock),
});
export type SummarizedBenchmark = z.infer<typeof summarizedBenchmark>;

/** Derived data that can be deleted at any time; the journal is always right. */
export const runSummarySchema = z.object({
  toolVersion: z.string(),
  runId: z.string(),
  createdAt: z.string(),
  lastAt: z.string(),
  status: runStatus,
  rejudgedFrom: z.string().optional(),
  purpose: z.enum(runPurposes).optional(),
  repliesAt: z.string().optional(),
  prompt: z.object({ path: z.string(), name: z.string(), revision: z.string(), git: gitStateSchema.optional() }),
  tutor: z.string(),
  student: z.string().optional(),
  policy: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  judges: z.array(z.string()),
  simulated: z.boolean(),
  placement: z.string(),
  wallMs: z.number(),
  benchmarks: z.array(summarizedBenchmark).max(100),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const storedSummarySchema = runSummarySchema
  .extend({
    schemaVersion: z.literal(3),
    /** Journals only grow, so another length means another journal. */
    journalBytes: z.int().nonnegative(),
  })
  .transform(({ schemaVersion: _, ...summary }) => summary);

/** `undefined` where missing, damaged, older, of another run, or where the journal has changed since. */
export function readSummary(run: StoreFolder, runId: string): RunSummary | undefined {
  try {
    const { text, changedAt } = run.readSmall(summaryFile, largest);
    const { journalBytes, ...summary } = storedSummarySchema.parse(JSON.parse(text));
    const journal = run.facts(journalFile);
    const isCurrent = journalBytes === journal?.size && journal.changedAt <= changedAt;
    return isCurrent && summary.runId === runId ? summary : undefined;
  } catch {
    return undefined;
  }
}

/** `false` when the run has gone on meanwhile. Throws `RunStoreError` `unwritable`. */
export async function writeSummary(run: StoreFolder, summary: RunSummary): Promise<boolean> {
  try {
    // Length before status: a record in between outdates the summary at once and never makes it wrong.
    const journalBytes = run.facts(journalFile)?.size;
    const last = await readLastStatus(run);
    const status = last === undefined || last.status === 'running' ? 'interrupted' : last.status;
    if (status !== summary.status || (last?.at ?? summary.createdAt) !== summary.lastAt) return false;
    await run.write(summaryFile, `${JSON.stringify({ schemaVersion: 3, ...summary, journalBytes })}\n`, false);
    return true;
  } catch (error) {
    throw unwritable(summary.runId, run.pathOf(summaryFile), error);
  }
}
