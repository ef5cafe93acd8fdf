import { type SequentialPlan, spentAfter } from './sequentialPlan';
import { bisected, normalTail } from './quantiles';

/** Steps of the sums between one boundary and the other. A boundary then has an error below 0.0001. */
const steps = 100;

/**
 * Confidence of an interval at the last of the looks, such that intervals of all looks together hold the truth with
 * `level`: 1 less the level that the last look has in normal theory. `level` itself if there is one look.
 * Source: C. Jennison and B. W. Turnbull, JRSS B 51 (1989), 305-361.
 */
export function repeatedLevel(plan: SequentialPlan, level: number): number {
  const { planned, looks } = plan;
  if (looks.length === 1 && looks[0] === planned && plan.mayGrow !== true) return level;
  let beyond = 1 - level;
  let [used, share] = [0, 0];
  /** Sums of the paths that have not stopped, with their chances. */
  let paths: readonly (readonly [sum: number, chance: number])[] = [[0, 1]];
  for (const units of looks) {
    const now = units / planned;
    const spread = Math.sqrt(now - share);
    const spent = spentAfter(units, plan, 1 - level);
    const before = paths;
    // Both sides have the same chance.
    const tailFrom = (bound: number): number =>
      2 * before.reduce((tail, [sum, chance]) => tail + chance * normalTail((bound - sum) / spread), 0);
    const { high } = bisected([0, 9 * Math.sqrt(now)], 24, (bound) => tailFrom(bound) > spent - used);
    beyond = 2 * normalTail(high / Math.sqrt(now));
    const width = (2 * high) / steps;
    paths = Array.from({ length: steps }, (_, step) => {
      const sum = -high + (step + 0.5) * width;
      const density = before.reduce(
        (total, [from, chance]) => total + chance * Math.exp(-(((sum - from) / spread) ** 2) / 2),
        0,
      );
      return [sum, (density * width) / (spread * Math.sqrt(2 * Math.PI))] as const;
    });
    [used, share] = [spent, now];
  }
  return 1 - beyond;
}
