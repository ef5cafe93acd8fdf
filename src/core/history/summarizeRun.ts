import type { Benchmark } from '../benchmark/benchmark';
import type { MetricValue } from '../benchmark/metric';
import type { BenchmarkId } from '../benchmark/samples';
import { buildReport } from '../results/buildReport';
import type { BenchmarkReport, RunReport } from '../results/reportModel';
import type { RunSession } from '../run/runSession';
import type { RunManifest } from '../store/runManifest';
import type { RunStore, SummaryListing } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import type { RunSummary, SummarizedBenchmark, SummarizedMetric } from '../store/runSummary';
import { sessionOfRun } from './sessionOfRun';

/** `toolVersion` is that of the running program, regardless of what made the run. */
export function summarizeRun(
  { run, benchmarks }: RunReport,
  { manifest, state }: Pick<RunSession, 'manifest' | 'state'>,
  toolVersion: string,
): RunSummary {
  const { path, name, revision, git } = manifest.prompt;
  return {
    toolVersion,
    runId: manifest.runId,
    createdAt: manifest.createdAt,
    lastAt: state.status?.at ?? manifest.createdAt,
    status: run.status,
    rejudgedFrom: manifest.rejudgedFrom,
    lane: manifest.lane,
    repliesAt: manifest.repliesAt,
    prompt: { path, name, revision, git },
    tutor: run.tutor,
    student: run.student,
    policy: { ...manifest.policy },
    judges: [...run.judges],
    simulated: run.simulated,
    placement: run.placement,
    ...(run.totals.cost.usd !== undefined && { costUsd: run.totals.cost.usd }),
    wallMs: run.wallMs,
    benchmarks: benchmarks.map((report) => summarizeBenchmark(report, manifest, run.judges)),
  };
}

function summarizeBenchmark(
  report: BenchmarkReport,
  { benchmarks }: RunManifest,
  judges: readonly string[],
): SummarizedBenchmark {
  const { id, title, samples, planned, completed, failed, notApplicable, verdicts } = report;
  const entry = benchmarks.find((one) => one.id === id);
  // A majority vote is always recomputed, never stored.
  const blocks = report.blocks.filter(({ judge }) => judges.includes(judge));
  return {
    id,
    title,
    placement: entry?.placement ?? '',
    dataHash: entry?.dataHash ?? '',
    judgeVersions: Object.fromEntries(report.judges.map((judge) => [judge.id, judge.version])),
    samples,
    planned,
    completed,
    noReply: report.noReply + report.refused,
    failed,
    notApplicable,
    verdicts,
    unscored: report.judgeFailed,
    headlines: report.headlines,
    blocks: blocks.map((block) => ({ ...block, metrics: block.metrics.map(summarizeMetric) })),
  };
}

function summarizeMetric(metric: MetricValue): SummarizedMetric {
  const { id, title, unit, direction, scale, band, n, excluded, ci } = metric;
  // JSON has only finite numbers.
  const value = Number.isFinite(metric.value) ? metric.value : undefined;
  const hasInterval = value !== undefined && ci !== undefined && Number.isFinite(ci.low) && Number.isFinite(ci.high);
  return {
    id,
    title,
    unit,
    direction,
    scale: [scale[0], scale[1]],
    band: band && [band[0], band[1]],
    value,
    ci: hasInterval ? { low: ci.low, high: ci.high, level: ci.level } : undefined,
    n,
    excluded,
  };
}

interface SummaryOptions {
  readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>;
  readonly toolVersion: string;
  readonly resamples?: number;
}

/** Whether a summary must be recomputed: it is missing or outdated, and the run is not running. */
export function isOutdated(listing: SummaryListing, toolVersion: string): boolean {
  if (listing.kind === 'summary') return listing.summary.toolVersion !== toolVersion;
  return listing.kind === 'run' && listing.lastStatus !== 'running';
}

/** Recomputes and stores a run's summary. Damage is reported as an entry, so that other runs are still listed. */
export async function refreshedListing(store: RunStore, id: string, options: SummaryOptions): Promise<SummaryListing> {
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
