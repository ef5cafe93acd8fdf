import type { HistoryRun } from '../revisions/historyRun';
import { placedHeads, type BenchmarkHeads, type PlacedHead } from '../store/benchmarkHeads';
import type { HistoryPoint, HistorySeries } from './historyViewModel';

interface Growing {
  readonly series: Omit<HistorySeries, 'count'>;
  count: number;
}

/** Every metric of every judge over the runs that have summaries, without its points. `runs` has the latest first, as in the history. */
export function historyViewSeries(runs: readonly HistoryRun[]): readonly HistorySeries[] {
  const byKey = new Map<string, Growing>();
  // Summaries share the heads of their figures, so that the names are looked at once and not in every run.
  const byHeads = new Map<BenchmarkHeads, readonly Growing[]>();
  for (const { summary } of runs.toReversed()) {
    for (const { heads, figures } of summary?.benchmarks ?? []) {
      let growing = byHeads.get(heads);
      if (growing === undefined) byHeads.set(heads, (growing = growingOf(heads, byKey)));
      growing.forEach((one, place) => {
        if (figures.value[place] !== undefined) one.count += 1;
      });
    }
  }
  return [...byKey.values()].flatMap(({ series, count }) => (count === 0 ? [] : [{ ...series, count }]));
}

function growingOf(heads: BenchmarkHeads, byKey: Map<string, Growing>): readonly Growing[] {
  return placedHeads(heads).map((placed) => {
    const key = keyOf(heads, placed);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const { block, head } = placed;
    const { title, unit, direction, scale, band } = head;
    const series = {
      key,
      benchmark: heads.title,
      group: block.title,
      title,
      judge: block.judge,
      unit,
      direction,
      scale,
    };
    const fresh: Growing = { series: { ...series, ...(band && { band }) }, count: 0 };
    byKey.set(key, fresh);
    return fresh;
  });
}

function keyOf({ id }: BenchmarkHeads, { block, head }: PlacedHead): string {
  return `${id}\n${block.id}\n${block.judge}\n${head.id}`;
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
  const byHeads = new Map<BenchmarkHeads, readonly number[]>();
  let last = '';
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const { summary, tutor } = runs[run] ?? {};
    for (const { heads, figures, placement, dataHash } of summary?.benchmarks ?? []) {
      let places = byHeads.get(heads);
      if (places === undefined) byHeads.set(heads, (places = placesOf(heads, key)));
      for (const place of places) {
        const value = figures.value[place];
        if (value === undefined) continue;
        // What must be alike for a line between two points to mean the prompt.
        const conditions = JSON.stringify([tutor, placement, dataHash]);
        const low = figures.low[place];
        const high = figures.high[place];
        const interval = low === undefined || high === undefined ? {} : { low, high };
        points.push({ run, value, ...interval, n: figures.n[place] ?? 0, joins: conditions === last });
        last = conditions;
      }
    }
  }
  return points;
}

function placesOf(heads: BenchmarkHeads, key: string): readonly number[] {
  return placedHeads(heads).flatMap((placed, place) => (keyOf(heads, placed) === key ? [place] : []));
}
