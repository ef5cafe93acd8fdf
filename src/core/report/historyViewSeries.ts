import type { HistoryRun } from '../revisions/promptHistory';
import type { SummarizedBenchmark, SummarizedBlock, SummarizedMetric } from '../store/runSummary';
import type { HistoryPoint, HistorySeries } from './historyViewModel';

/** Every metric of every judge over the runs that have summaries, without its points. `runs` has the latest first, as in the history. */
export function historyViewSeries(runs: readonly HistoryRun[]): readonly HistorySeries[] {
  const byKey = new Map<string, { readonly series: Omit<HistorySeries, 'count'>; count: number }>();
  for (const { summary } of runs.toReversed()) {
    for (const benchmark of summary?.benchmarks ?? []) {
      for (const block of benchmark.blocks) {
        for (const metric of block.metrics) {
          const key = keyOf(benchmark, block, metric);
          let known = byKey.get(key);
          if (known === undefined)
            byKey.set(key, (known = { series: seriesOf(key, benchmark, block, metric), count: 0 }));
          if (metric.value !== undefined) known.count += 1;
        }
      }
    }
  }
  return [...byKey.values()].flatMap(({ series, count }) => (count === 0 ? [] : [{ ...series, count }]));
}

function keyOf(
  { id }: SummarizedBenchmark,
  { id: block, judge }: SummarizedBlock,
  { id: metric }: SummarizedMetric,
): string {
  return `${id}\n${block}\n${judge}\n${metric}`;
}

function seriesOf(
  key: string,
  { title: benchmark }: SummarizedBenchmark,
  { title: group, judge }: SummarizedBlock,
  { title, unit, direction, scale, band }: SummarizedMetric,
): Omit<HistorySeries, 'count'> {
  return { key, benchmark, group, title, judge, unit, direction, scale, ...(band && { band }) };
}

/** The series to draw: the one asked for, else the first of those with the most points, what the prompt was evaluated by most. */
export function drawnSeries(all: readonly HistorySeries[], key: string | undefined): HistorySeries | undefined {
  return (
    all.find((one) => one.key === key) ??
    all.reduce<HistorySeries | undefined>(
      (best, one) => (best === undefined || one.count > best.count ? one : best),
      undefined,
    )
  );
}

/** A series' points, the oldest first; none for a key that no run has. `runs` has the latest first. */
export function historyPoints(runs: readonly HistoryRun[], key: string): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let last = '';
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const { summary, tutor } = runs[run] ?? {};
    for (const benchmark of summary?.benchmarks ?? []) {
      const metrics = benchmark.blocks.flatMap((block) =>
        block.metrics.filter((metric) => keyOf(benchmark, block, metric) === key),
      );
      for (const { value, ci, n } of metrics) {
        if (value === undefined) continue;
        // What must be alike for a line between two points to mean the prompt.
        const conditions = JSON.stringify([tutor, benchmark.placement, benchmark.dataHash]);
        const interval = ci === undefined ? {} : { low: ci.low, high: ci.high };
        points.push({ run, value, ...interval, n, joins: conditions === last });
        last = conditions;
      }
    }
  }
  return points;
}
