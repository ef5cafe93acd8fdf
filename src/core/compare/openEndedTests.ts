import { GradedEvidence, logEvidence } from '../statistics/eProcess';
import type { JointP } from '../statistics/jointTest';
import type { TestedMetric } from './compareMetric';
import { significanceLevel } from './comparison';
import type { UnitOrder } from './targetTests';

/**
 * The p of each target of a run without a planned end, alone and corrected, in the given order; they hold whenever they
 * are read. `undefined` for a target that is no plain mean over paired units: its units alone tell nothing.
 */
export function openEndedTests(
  targets: readonly TestedMetric[],
  { positionOf }: Pick<UnitOrder, 'positionOf'>,
): readonly (JointP | undefined)[] {
  const ps = targets.map(({ definition: { scale }, paired }) => {
    if (paired === undefined) return undefined;
    const { benchmark, pairs, statisticOf } = paired;
    const ordered = pairs.toSorted((one, other) => positionOf(benchmark, one.unit) - positionOf(benchmark, other.unit));
    const statistic = statisticOf(ordered);
    if (statistic.kind !== 'sums' || !statistic.isPlainMean || statistic.permutation !== statistic.resample)
      return undefined;
    const { features, width } = statistic.resample;
    const differences = ordered.map((_, index) => features[index * width] ?? 0);
    return anytimeP(differences, scale[1] - scale[0]);
  });
  const tested = ps.filter((p) => p !== undefined).length;
  const corrected = holm(ps);
  return ps.map((p, index) => {
    const adjusted = corrected[index];
    return p === undefined || adjusted === undefined ? undefined : { p, adjusted, level: significanceLevel / tested };
  });
}

/** Differences of one size are wins and losses; others count by their share of the scale. */
function anytimeP(differences: readonly number[], scale: number): number {
  const changed = differences.filter((difference) => difference !== 0);
  if (new Set(changed.map(Math.abs)).size > 1) {
    const evidence = new GradedEvidence();
    for (const difference of differences) evidence.add(Math.max(-1, Math.min(1, difference / scale)));
    return evidence.p;
  }
  let [wins, losses, most] = [0, 0, 0];
  for (const difference of changed) {
    if (difference > 0) wins += 1;
    else losses += 1;
    most = Math.max(most, logEvidence(wins, losses));
  }
  return Math.exp(-most);
}

function holm(ps: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const ranked = ps.flatMap((p, index) => (p === undefined ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | undefined)[] = ps.map(() => undefined);
  let last = 0;
  for (const [rank, { p, index }] of ranked.entries()) {
    last = Math.min(1, Math.max(last, p * (ranked.length - rank)));
    adjusted[index] = last;
  }
  return adjusted;
}
