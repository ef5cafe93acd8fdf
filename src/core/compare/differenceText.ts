import type { MetricUnit } from '../benchmarks/metric';
import { formatNumber } from '../report/formatMetric';
import type { ComparisonWord, MetricComparison } from './comparison';

/** What a verdict is called in every text form. */
export const comparisonWords: Readonly<Record<ComparisonWord, string>> = {
  better: 'better',
  worse: 'worse',
  changed: 'changed',
  equivalent: 'equivalent',
  noEvidence: 'no evidence',
  tooFew: 'too few',
  simulated: 'simulated',
  notComparable: 'not comparable',
};

/** A number with its sign; percentages without their mark, as a difference of them is in points. */
export function signedNumber(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit).replace('%', '');
  return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
}

/** `+0.21, 0.08 to 0.34`, with ` points` behind percentages; the interval is left out where there is none. */
export function differenceText({ difference, interval, unit }: MetricComparison): string {
  if (difference === undefined) return 'n/a';
  const range =
    interval === undefined
      ? ''
      : `, ${formatNumber(interval.low, unit).replace('%', '')} to ${formatNumber(interval.high, unit).replace('%', '')}`;
  return `${signedNumber(difference, unit)}${range}${unit === 'percent' ? ' points' : ''}`;
}
