import type { MetricValue } from '../benchmarks/metric';

/** Narrower bars show nothing. */
const narrowest = 8;

/** A metric on its scale: dots for the scale, a line for the interval, a point for the value. Empty where there is no room. */
export function terminalBar({ value, ci, scale: [from, to] }: MetricValue, width: number): string {
  if (width < narrowest || value === undefined || to <= from) return '';
  const at = (number: number): number =>
    Math.min(width - 1, Math.max(0, Math.round(((number - from) / (to - from)) * (width - 1))));
  const cells = Array.from({ length: width }, () => '·');
  if (ci !== undefined) cells.fill('━', at(ci.low), at(ci.high) + 1);
  cells[at(value)] = '●';
  return cells.join('');
}
