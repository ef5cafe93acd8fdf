import { benchmarkReport } from './benchmarkReport';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { estimateJudgements, runProgress } from './runProgress';
import type { KeptRows } from './caseSummary';
import { readPlay } from './play';
import type { RunReport } from './reportModel';
import { reportWarnings } from './reportWarnings';
import { majorityName } from './saidOfSlots';
import { judgeModelsOf, reportedJudgesOf, runHeader, runTotals, type ReportTime } from './runHeader';

export interface ReportOptions extends ReportTime {
  /** Bootstrap resamples; 10,000 unless set. A live panel takes fewer. */
  readonly resamples?: number;
  /** Whether metrics by what more than half of the judges say stand beside those of each; not with a single judge. */
  readonly majority?: boolean;
  /** Rows of earlier reports of the same session; without them every row is made anew. */
  readonly rows?: KeptRows | undefined;
}

/** The report of a run as its records stand, going on or ended. Pure: the same records and options give the same report. */
export function buildReport(session: RunSession, options: ReportOptions = {}): RunReport {
  const { manifest } = session;
  const judgeModels = judgeModelsOf(manifest);
  const itemsOf = itemsByBenchmark(session.items);
  const parts = manifest.benchmarks.flatMap((entry) => {
    const items = itemsOf.get(entry.id) ?? [];
    const [first] = items;
    if (first === undefined) return [];
    const plays = items.map((item) => readPlay(session, item));
    return [{ entry, benchmark: first.benchmark, plays, estimate: estimateJudgements(session, plays) }];
  });
  const majority = options.majority === true && reportedJudgesOf(session).length > 1;
  const run: RunReport['run'] = {
    ...runHeader(session, options, runProgress(parts, judgeModels), runTotals(session)),
    ...(majority ? { majority: majorityName(judgeModels.length) } : {}),
  };
  const benchmarks = parts.map(({ entry, benchmark, ...planned }) =>
    benchmarkReport(entry, benchmark, planned, {
      judgeModels: reportedJudgesOf(session),
      majority,
      tagging: session.tagging,
      rows: options.rows,
      goingOn: run.status === 'running',
      wasCut: run.status !== 'running' && run.status !== 'completed',
      metrics: { seed: manifest.seed, resamples: options.resamples ?? 10_000, level: 0.95, policy: session.policy },
    }),
  );
  return { schemaVersion: 1, run, warnings: reportWarnings(session, run, benchmarks, parts), benchmarks };
}

function itemsByBenchmark(items: readonly WorkItem[]): ReadonlyMap<string, readonly WorkItem[]> {
  const groups = new Map<string, WorkItem[]>();
  for (const item of items) {
    const group = groups.get(item.benchmark.id);
    if (group === undefined) groups.set(item.benchmark.id, [item]);
    else group.push(item);
  }
  return groups;
}
