import type { RunSession } from '../engine/runSession';
import type { BenchmarkReport, RunReport } from '../report/reportModel';
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
    schemaVersion: 1,
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
    benchmarks: benchmarks.map((report) => summarizeBenchmark(report, entries.get(report.id))),
  };
}

function summarizeBenchmark(
  report: BenchmarkReport,
  entry: RunManifest['benchmarks'][number] | undefined,
): SummarizedBenchmark {
  const { id, title, samples, planned, completed, noReply, failed, notApplicable, verdicts, judgeFailed } = report;
  return {
    id,
    title,
    placement: entry?.placement ?? '',
    dataHash: entry?.dataHash ?? '',
    judgeVersions: Object.fromEntries(report.judges.map((judge) => [judge.id, judge.version])),
    samples,
    planned,
    completed,
    noReply,
    failed,
    notApplicable,
    verdicts,
    unscored: judgeFailed,
    blocks: report.blocks.map(({ id: block, title: blockTitle, judge, metrics }) => ({
      id: block,
      title: blockTitle,
      judge,
      metrics: metrics.map((metric) => ({
        id: metric.id,
        title: metric.title,
        unit: metric.unit,
        direction: metric.direction,
        scale: [metric.scale[0], metric.scale[1]],
        ...(metric.band === undefined ? {} : { band: [metric.band[0], metric.band[1]] }),
        ...(metric.value === undefined ? {} : { value: metric.value }),
        n: metric.n,
        excluded: metric.excluded,
        ...(metric.ci === undefined ? {} : { ci: { ...metric.ci } }),
      })),
    })),
  };
}
