import type { HistoryRun } from '../revisions/historyRun';
import type { SummarizedMetric } from '../store/runSummary';
import type { HistoryPoint, HistorySeries } from './historyViewModel';

type Growing = Omit<HistorySeries, 'points'> & { readonly points: HistoryPoint[]; conditions: string };

/** Every metric of every judge over the runs that have summaries. `runs` has the latest first, as in the history. */
export function historyViewSeries(runs: readonly HistoryRun[]): readonly HistorySeries[] {
  const series: Growing[] = [];
  const byScope = new Map<string, Map<string, Growing>>();
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const run = runs[place];
    for (const benchmark of run?.summary?.benchmarks ?? []) {
      // What must be alike for a line between two points to mean the prompt.
      const conditions = JSON.stringify([run?.tutor, benchmark.placement, benchmark.dataHash]);
      for (const block of benchmark.blocks) {
        const scope = `${benchmark.id}\n${block.id}\n${block.judge}`;
        let known = byScope.get(scope);
        if (known === undefined) byScope.set(scope, (known = new Map<string, Growing>()));
        for (const metric of block.metrics) {
          let one = known.get(metric.id);
          if (one === undefined) {
            const head = headOf(`${scope}\n${metric.id}`, benchmark.title, block, metric);
            known.set(metric.id, (one = { ...head, points: [], conditions: '' }));
            series.push(one);
          }
          if (metric.value === undefined) continue;
          one.points.push(pointOf(place, metric, metric.value, one.conditions === conditions));
          one.conditions = conditions;
        }
      }
    }
  }
  return series.filter(({ points }) => points.length > 0).map(withoutConditions);
}

function headOf(
  key: string,
  benchmark: string,
  { title, judge }: { readonly title: string; readonly judge: string },
  { title: name, unit, direction, scale, band }: SummarizedMetric,
): Omit<HistorySeries, 'points'> {
  return { key, benchmark, group: title, title: name, judge, unit, direction, scale, ...(band && { band }) };
}

function pointOf(run: number, { ci, n }: SummarizedMetric, value: number, joins: boolean): HistoryPoint {
  return ci === undefined ? { run, value, n, joins } : { run, value, low: ci.low, high: ci.high, n, joins };
}

function withoutConditions({ conditions: _conditions, ...one }: Growing): HistorySeries {
  return one;
}
