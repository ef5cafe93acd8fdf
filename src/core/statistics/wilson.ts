import { criticalValue, type NormalLevel } from './criticalValue';
import type { Interval } from './interval';
import { StatisticsArgumentError } from './statisticsArgumentError';

/**
 * Wilson's score interval for a share of independent units, within [0, 1]; undefined for no units. `successes` may be
 * fractional (repeats averaged inside a sample). Throws StatisticsArgumentError unless 0 <= successes <= n.
 * Source: E. B. Wilson, JASA 22 (1927), 209-212.
 */
export function wilsonInterval(successes: number, n: number, level: NormalLevel = 0.95): Interval | undefined {
  if (!(n >= 0 && Number.isFinite(n))) {
    throw new StatisticsArgumentError('wilsonInterval', 'n', n, 'a finite number of at least 0');
  }
  if (!(successes >= 0 && successes <= n)) {
    throw new StatisticsArgumentError('wilsonInterval', 'successes', successes, `from 0 to n = ${n}`);
  }
  if (n === 0) {
    return undefined;
  }
  const z = criticalValue(level);
  const share = successes / n;
  const shrink = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / shrink;
  const halfWidth = (z / shrink) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  // The limits at no and at full success are 0 and 1 exactly; rounding would leave a trace of 1e-17.
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - halfWidth),
    high: successes === n ? 1 : Math.min(1, centre + halfWidth),
    level,
  };
}
