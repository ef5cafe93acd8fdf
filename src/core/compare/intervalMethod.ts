import { formatLevel } from '../report/formatMetric';
import type { Comparison } from './comparison';

/** How the intervals of a comparison were made, in half a sentence. */
export function intervalMethod({ level, resamples }: Pick<Comparison, 'level' | 'resamples'>): string {
  return `${formatLevel(level)} intervals: Newcombe’s for paired passes and failures, else from ${resamples.toLocaleString('en')} resamples, widened for few units`;
}
