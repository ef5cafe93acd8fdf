import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { HistorySeries, HistoryView } from '../../src/core/report/historyViewModel';
import { benchmarkView, comparison, flipView, sampleView } from './comparisonViews';
import { historyOf } from './historyViews';

const kinds = ['broken', 'fixed', 'stillFailing', 'unjudged'] as const;

/** A comparison with 5,000 verdicts on 500 samples, 1,250 of each kind. Made up. */
export function longComparison(): ComparisonView {
  const flips = Array.from({ length: 5_000 }, (_, index) =>
    flipView(index, kinds[index % kinds.length]!, { sample: index % 500 }),
  );
  const samples = Array.from({ length: 500 }, (_, index) => sampleView(index));
  return comparison({ benchmarks: [benchmarkView({ flips, samples })] });
}

/** A history of 1,000 runs with 156 metrics, of which the first has its points, as the extension sends it. Made up. */
export function longHistory(): HistoryView {
  const history = historyOf(1_000);
  const [first] = history.series;
  const series = Array.from({ length: 156 }, (_, index): HistorySeries => {
    const one = { ...first!, key: `${first!.key} ${String(index)}`, title: `Metric ${String(index)}` };
    return index === 0 ? one : { ...one, points: undefined };
  });
  return { ...history, series };
}
