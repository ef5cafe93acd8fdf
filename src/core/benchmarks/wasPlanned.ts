import type { MetricValue } from './metric';

/** Whether anything was planned for a metric of a run: where nothing was, the run does not have it. */
export function wasPlanned({ value, n, excluded }: Pick<MetricValue, 'value' | 'n' | 'excluded'>): boolean {
  return value !== undefined || n > 0 || excluded > 0;
}
