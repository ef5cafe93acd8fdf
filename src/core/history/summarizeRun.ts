import type * as z from 'zod';
import type { Benchmarks } from '../benchmark/benchmark';
import type { MetricValue } from '../benchmark/metric';
import { buildReport } from '../results/buildReport';
import type { BenchmarkReport, RunReport } from '../results/reportModel';
import type { RunSession } from '../run/runSession';
import type { RunManifest } from '../store/runManifest';
import type { RunStore, SummaryListing } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import type { RunSummary, SummarizedBenchmark, SummarizedMetric } from '../store/runSummary';
import { runSummarySchema, summarizedBenchmark, summarizedMetric } from '../store/runSummary';
import { sessionOfRun } from './sessionOfRun';

/** `toolVersion` is that of the running program, regardless of what made the run. */
export function summarizeRun(
  { run, benchmarks }: RunReport,
  { manifest, state }: Pick<RunSession, 'manifest' | 'state'>,
  toolVersion: string,
): RunSummary {
  const { path, name, revision, git } = manifest.prompt;
  return membersOf(runSummarySchema, {
    ...manifest,
    ...run,
    toolVersion,
    lastAt: state.status?.at ?? manifest.createdAt,
    prompt: { path, name, revision, git },
    policy: { ...manifest.policy },
    student: run.student,
    judges: [...run.judges],
    benchmarks: benchmarks.map((report) => summarizeBenchmark(report, manifest, run.judges)),
  });
}

function summarizeBenchmark(
  report: BenchmarkReport,
  { benchmarks }: RunManifest,
  judges: readonly string[],
): SummarizedBenchmark {
  const { placement = '', dataHash = '' } = benchmarks.find(({ id }) => id === report.id) ?? {};
  // A majority vote is always recomputed, never stored.
  const blocks = report.blocks.filter(({ judge }) => judges.includes(judge));
  return membersOf(summarizedBenchmark, {
    ...report,
    placement,
    dataHash,
    judgeVersions: Object.fromEntries(report.judges.map(({ id, version }) => [id, version])),
    noReply: report.noReply + report.refused,
    unscored: report.judgeFailed,
    blocks: blocks.map((block) => ({ ...block, metrics: block.metrics.map(summarizeMetric) })),
  });
}

function summarizeMetric(metric: MetricValue): SummarizedMetric {
  const { ci } = metric;
  // JSON has only finite numbers.
  const value = Number.isFinite(metric.value) ? metric.value : undefined;
  const hasInterval = value !== undefined && ci !== undefined && Number.isFinite(ci.low) && Number.isFinite(ci.high);
  return membersOf(summarizedMetric, { ...metric, value, ci: hasInterval ? { ...ci } : undefined });
}

/** The members that the schema has; a summary keeps no other. */
function membersOf<S extends z.ZodObject>(schema: S, value: z.input<S>): z.output<S> {
  const known = Object.entries(value).filter(([key, one]) => Object.hasOwn(schema.shape, key) && one !== undefined);
  return Object.fromEntries(known) as z.output<S>;
}

/** Whether a summary must be recomputed: it is missing or outdated, and the run is not running. */
export function isOutdated(listing: SummaryListing, toolVersion: string): boolean {
  if (listing.kind === 'summary') return listing.summary.toolVersion !== toolVersion;
  return listing.kind === 'run' && listing.lastStatus !== 'running';
}

/** Recomputes and stores a run's summary. Damage is reported as an entry, so that other runs are still listed. */
export async function refreshedListing(
  store: RunStore,
  id: string,
  options: Readonly<{ benchmarks: Benchmarks; toolVersion: string; resamples?: number }>,
): Promise<SummaryListing> {
  try {
    const session = sessionOfRun(await store.open(id), options.benchmarks);
    const report = buildReport(session, { resamples: options.resamples });
    // Uses the folder's name: a copied run's manifest has the original id.
    const summary = { ...summarizeRun(report, session, options.toolVersion), runId: id };
    await store.writeSummary(id, summary).catch((error: unknown) => {
      // A read-only store still works; the summary is recomputed next time.
      if (!RunStoreError.is(error)) throw error;
    });
    return { kind: 'summary', id, summary };
  } catch (error) {
    return { kind: 'damaged', id, problem: error instanceof Error ? error.message : String(error) };
  }
}
