import { criticalValue } from './criticalValue';
import type { Interval } from './interval';
import { judgeLine, type JudgedGold, type JudgeLine } from './judgeLine';
import { leastGold } from './leastGold';
import { studentQuantile95 } from './studentQuantile';

/** Confidence of the intervals, as a share. */
const level = 0.95;

/** A mean of a judge's scores with its interval, in the unit of the scores. */
export interface JudgedMean {
  readonly value: number;
  readonly interval: Interval;
  /** Smallest and largest possible score. */
  readonly scale: readonly [number, number];
}

/** Why a mean cannot be corrected; see `correctedMean`. */
export type Uncorrectable =
  'fewLabels' | 'fewClusters' | 'fewUncommon' | 'looseJudge' | 'unlikeGold' | 'otherConfidence';

export type CorrectedMean =
  | {
      readonly kind: 'corrected';
      readonly value: number;
      readonly interval: Interval;
      readonly labels: number;
      /** True where the estimate lies beyond the scale and was cut: by chance, or as the run is unlike the gold. */
      readonly cut: boolean;
    }
  | { readonly kind: 'refused'; readonly why: Uncorrectable };

/**
 * The mean that people's scores would have had, from a judge's: with the judge's mean score a + b·h where people's is h, it is (m − a) / b. For shares
 * that is the estimator of Rogan and Gladen (American Journal of Epidemiology 107 (1978), 71-76); for scores in order it is the calibration line.
 *
 * The interval holds every θ that is not refuted by m − a − b·θ = 0, after Fieller (JRSS B 16 (1954), 175-185): the variance is that of m,
 * read off its own interval on the side in question, and that of a + b·θ; t with as many degrees of freedom as the gold's clusters leave.
 * Cut at the ends of the scale.
 *
 * Refused: `fewLabels`, `fewClusters`, `fewUncommon` below the least numbers; `looseJudge` where b cannot be told from 0, as the interval has no end
 * then; `unlikeGold` where no mean on the scale fits what the judge said; `otherConfidence` for intervals that are not of 95 %.
 */
export function correctedMean(judged: JudgedMean, gold: JudgedGold): CorrectedMean {
  if (judged.interval.level !== level) return { kind: 'refused', why: 'otherConfidence' };
  const line = judgeLine(gold);
  if (line === undefined) return { kind: 'refused', why: 'fewUncommon' };
  if (line.labels < leastGold.labels) return { kind: 'refused', why: 'fewLabels' };
  if (line.clusters < leastGold.clusters) return { kind: 'refused', why: 'fewClusters' };
  if (line.uncommon < leastGold.uncommon) return { kind: 'refused', why: 'fewUncommon' };
  return corrected(judged, line);
}

function corrected({ value: mean, interval, scale }: JudgedMean, line: JudgeLine): CorrectedMean {
  const { intercept, slope, labels, clusters } = line;
  if (slope <= 0) return { kind: 'refused', why: 'looseJudge' };
  const estimate = (mean - intercept) / slope;
  const [from, to] = scale;
  const z = criticalValue(level);
  const below = ((mean - interval.low) / z) ** 2;
  const above = ((interval.high - mean) / z) ** 2;
  const atEstimate = heightVariance(line, Math.min(to, Math.max(from, estimate)));
  const whole = Math.max(below, above) + atEstimate;
  // Satterthwaite: two parameters are estimated from the gold; the run's own interval is taken as it is.
  const reach = (atEstimate > 0 ? studentQuantile95((clusters - 2) * (whole / atEstimate) ** 2) : z) ** 2;
  const low = endOf(mean, below, line, reach, -1);
  const high = endOf(mean, above, line, reach, 1);
  if (low === undefined || high === undefined) return { kind: 'refused', why: 'looseJudge' };
  if (low > to || high < from) return { kind: 'refused', why: 'unlikeGold' };
  return {
    kind: 'corrected',
    value: Math.min(to, Math.max(from, estimate)),
    interval: { low: Math.max(from, low), high: Math.min(to, high), level },
    labels,
    cut: estimate < from || estimate > to,
  };
}

/** Sampling variance of the line's height at a human mean. */
function heightVariance({ variance: { intercept, slope, both } }: JudgeLine, at: number): number {
  return intercept + 2 * at * both + at * at * slope;
}

/**
 * The smaller or larger root of (m − a − b·θ)² = reach · (variance + that of a + b·θ); `undefined` where b is within reach of 0 and the
 * set has no ends.
 */
function endOf(
  mean: number,
  variance: number,
  { intercept, slope, variance: line }: JudgeLine,
  reach: number,
  side: -1 | 1,
): number | undefined {
  const rest = mean - intercept;
  const square = slope * slope - reach * line.slope;
  const half = rest * slope + reach * line.both;
  const constant = rest * rest - reach * (variance + line.intercept);
  if (square <= 0) return undefined;
  return (half + side * Math.sqrt(Math.max(0, half * half - square * constant))) / square;
}
