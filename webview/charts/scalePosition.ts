import type { MetricValue } from '../reportTypes';

/** A place on a scale in percent of its length, kept inside it. */
export function scalePosition([start, end]: MetricValue['scale'], value: number): number {
  return end === start ? 0 : Math.min(100, Math.max(0, ((value - start) / (end - start)) * 100));
}

/** True when the scale has zero inside, so that bars go out from it. */
export function isSigned([start, end]: MetricValue['scale']): boolean {
  return start < 0 && end > 0;
}

export function percent(position: number): string {
  return `${position.toFixed(2)}%`;
}
