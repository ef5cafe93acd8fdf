import type { BenchmarkId } from '../benchmarks/benchmark';
import type { MetricHead } from '../benchmarks/metric';

/**
 * A derived metric that is a function of the mean of its units' numbers. Naming it here spares the building of resamples; the figure
 * is the same. Each use is checked against the metric's own `estimate` on the data at hand, which is used where the two differ.
 */
export interface FigureOfMean {
  readonly of: (mean: number) => number;
  /** Between these values of every unit the figure is `slope` times the mean. */
  readonly linear: { readonly from: number; readonly to: number; readonly slope: number };
}

/** TutorBench averages unclipped scores and clips the mean to 0..1 (`clippedMean` there), in percent. */
const clippedPercent: FigureOfMean = {
  of: (mean) => 100 * Math.min(1, Math.max(0, mean)),
  linear: { from: 0, to: 1, slope: 100 },
};

const tutorBenchScores: ReadonlySet<string> = new Set(['headline', 'useCase', 'subject', 'modality', 'bloom']);

/** The shortcut for a derived metric, where there is one. */
export function figureOfMean(
  benchmark: BenchmarkId,
  { block, unit }: Pick<MetricHead, 'block' | 'unit'>,
): FigureOfMean | undefined {
  return benchmark === 'tutorbench' && unit === 'percent' && tutorBenchScores.has(block ?? '')
    ? clippedPercent
    : undefined;
}
