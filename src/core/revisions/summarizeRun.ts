import type { MetricValue } from '../benchmarks/metric';
import type { RunSession } from '../engine/runSession';
import type { BenchmarkReport, MetricBlock, RunReport } from '../report/reportModel';
import type { SummarizedBlock } from '../store/benchmarkHeads';
import type { MetricFigures } from '../store/metricFigures';
import type { RunManifest } from '../store/runManifest';
import type { RunSummary, SummarizedBenchmark } from '../store/runSummary';

/**
 * What a history shows of a run, from its report. `toolVersion` is that of the running program, whoever made the run. Plain
 * data; the same report and session give the same summary.
 */
export function summarizeRun(
  { run, benchmarks }: RunReport,
  { manifest, state }: Pick<RunSession, 'manifest' | 'state'>,
  toolVersion: string,
): RunSummary {
  const { path, name, revision, git } = manifest.prompt;
  const entries = new Map<string, RunManifest['benchmarks'][number]>(
    manifest.benchmarks.map((entry) => [entry.id, entry]),
  );
  return {
    toolVersion,
    runId: manifest.runId,
    createdAt: manifest.createdAt,
    lastAt: state.status?.at ?? manifest.createdAt,
    status: run.status,
    ...(manifest.rejudgedFrom === undefined ? {} : { rejudgedFrom: manifest.rejudgedFrom }),
    ...(manifest.repliesAt === undefined ? {} : { repliesAt: manifest.repliesAt }),
    prompt: { path, name, revision, ...(git === undefined ? {} : { git }) },
    tutor: run.tutor,
    ...(run.student === undefined ? {} : { student: run.student }),
    policy: { ...manifest.policy },
    judges: [...run.judges],
    simulated: run.simulated,
    placement: run.placement,
    ...(run.totals.cost.usd === undefined ? {} : { costUsd: run.totals.cost.usd }),
    wallMs: run.wallMs,
    benchmarks: benchmarks.map((report) => summarizeBenchmark(ofJudges(report, run.judges), entries.get(report.id))),
  };
}

/** A vote of the judges is computed anew wherever it is asked for. */
function ofJudges(report: BenchmarkReport, judges: readonly string[]): BenchmarkReport {
  return { ...report, blocks: report.blocks.filter(({ judge }) => judges.includes(judge)) };
}

function summarizeBenchmark(
  report: BenchmarkReport,
  entry: RunManifest['benchmarks'][number] | undefined,
): SummarizedBenchmark {
  const { id, title, samples, planned, completed, noReply, refused, failed, notApplicable, verdicts, judgeFailed } =
    report;
  return {
    id,
    placement: entry?.placement ?? '',
    dataHash: entry?.dataHash ?? '',
    judgeVersions: Object.fromEntries(report.judges.map((judge) => [judge.id, judge.version])),
    samples,
    planned,
    completed,
    noReply: noReply + refused,
    failed,
    notApplicable,
    verdicts,
    unscored: judgeFailed,
    heads: { id, title, blocks: report.blocks.map(headsOfBlock) },
    figures: figuresOfMetrics(report.blocks.flatMap(({ metrics }) => metrics)),
  };
}

function headsOfBlock({ id, title, judge, metrics }: MetricBlock): SummarizedBlock {
  return {
    id,
    title,
    judge,
    metrics: metrics.map(({ id: metric, title: name, unit, direction, scale: [least, most], band }) => ({
      id: metric,
      title: name,
      unit,
      direction,
      scale: [least, most],
      ...(band === undefined ? {} : { band: [band[0], band[1]] as const }),
    })),
  };
}

function figuresOfMetrics(metrics: readonly MetricValue[]): MetricFigures {
  const values = metrics.map(({ value }) => finite(value));
  // All intervals of a report are of one level.
  const level = metrics.find(({ ci }) => ci !== undefined)?.ci?.level;
  const intervals = metrics.map(({ ci }, place) =>
    ci === undefined || ci.level !== level || [values[place], ci.low, ci.high].some((end) => finite(end) === undefined)
      ? undefined
      : ci,
  );
  return {
    value: values,
    n: metrics.map(({ n }) => n),
    excluded: metrics.map(({ excluded }) => excluded),
    low: intervals.map((ci) => ci?.low),
    high: intervals.map((ci) => ci?.high),
    ...(level === undefined ? {} : { level }),
  };
}

/** JSON has no other numbers. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
