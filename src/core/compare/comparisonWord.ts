import type { MetricHead } from '../benchmark/metric';
import type { Interval } from '../statistics/interval';
import type { ComparisonWord, MetricComparison } from './comparison';

/** The level at which a corrected p-value counts, whatever the confidence of the intervals. */
export const calledBelow = 0.05;

interface WordedDifference {
  readonly difference: number;
  readonly interval: Interval | undefined;
  readonly pCorrected: number | undefined;
  /** Change of the distance to the band, for the direction `band`. */
  readonly distanceChange?: number;
}

/** Shares of a metric's scale. */
export interface WordLimits {
  readonly margin: number | undefined;
  readonly smallest: number;
}

/**
 * The word for a difference that was tested. It is called only with a corrected p below 0.05, an interval without 0 and a difference
 * of at least the smallest that matters. For a band, what counts is the distance to it, as the test is of that.
 */
export function comparisonWord(
  { direction, scale }: Pick<MetricHead, 'direction' | 'scale'>,
  { difference, interval, pCorrected, distanceChange }: WordedDifference,
  { margin, smallest }: WordLimits,
): ComparisonWord {
  const width = scale[1] - scale[0];
  const goodness = direction === 'band' ? -(distanceChange ?? 0) : direction === 'down' ? -difference : difference;
  const coversZero = direction !== 'band' && interval !== undefined && interval.low <= 0 && interval.high >= 0;
  const isCalled = pCorrected !== undefined && pCorrected < calledBelow && goodness !== 0 && !coversZero;
  if (isCalled && Math.abs(goodness) >= smallest * width) {
    if (direction === 'none') return 'changed';
    return goodness > 0 ? 'better' : 'worse';
  }
  if (margin !== undefined && interval !== undefined) {
    const limit = margin * width;
    if (interval.low > -limit && interval.high < limit) return 'equivalent';
  }
  return 'noEvidence';
}

/**
 * Whether the metric's own test would do and only the correction for all metrics stands in the way. More samples are then no advice to
 * give: what was seen is a hint, to be held against a fresh run.
 */
export function isStoppedByCorrection({
  word,
  p,
  pCorrected,
}: Pick<MetricComparison, 'word' | 'p' | 'pCorrected'>): boolean {
  return (
    word === 'noEvidence' && p !== undefined && pCorrected !== undefined && p < calledBelow && pCorrected >= calledBelow
  );
}
