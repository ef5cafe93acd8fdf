import { criticalValue, type NormalLevel } from './criticalValue';
import type { Interval } from './interval';

/** A mean in the unit of its values. `halfWidth` and `interval` are undefined below two values, `mean` below one. */
export interface MeanEstimate {
  readonly n: number;
  readonly mean: number | undefined;
  readonly halfWidth: number | undefined;
  readonly interval: Interval | undefined;
}

/** Mean with its normal interval, mean ± z·s/√n, s with n − 1. Missing and non-finite values are left out and not counted. */
export function meanInterval(values: readonly (number | undefined)[], level: NormalLevel = 0.95): MeanEstimate {
  const usable = values.filter((value): value is number => Number.isFinite(value));
  const n = usable.length;
  if (n === 0) {
    return { n, mean: undefined, halfWidth: undefined, interval: undefined };
  }
  const mean = usable.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) {
    return { n, mean, halfWidth: undefined, interval: undefined };
  }
  const squares = usable.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const halfWidth = criticalValue(level) * Math.sqrt(squares / (n - 1) / n);
  return { n, mean, halfWidth, interval: { low: mean - halfWidth, high: mean + halfWidth, level } };
}
