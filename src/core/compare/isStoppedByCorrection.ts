import type { MetricComparison } from './comparison';
import { calledBelow } from './comparisonWord';

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
