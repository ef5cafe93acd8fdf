import type { MetricRole } from '../benchmark/aims';
import { GradedEvidence, logEvidence } from '../statistics/eProcess';
import { holm } from '../statistics/holm';
import type { JointP } from '../statistics/jointTest';
import type { TestedMetric } from './compareMetric';
import { significanceLevel } from './comparison';
import { targetTests, type UnitOrder } from './targetTests';

interface AimTestOptions {
  readonly isOpenEnded: boolean;
  readonly seed: number | string;
  readonly draws: number;
}

/**
 * The p of targets and of guards, each corrected for the others of its kind. A guard needs one to be called worse: of
 * seven guards one has an interval without a gain by chance in every tenth comparison. To hold it needs none, because
 * all guards have to hold.
 */
export function aimTests(
  metrics: readonly TestedMetric[],
  roleOf: (metric: TestedMetric) => MetricRole,
  order: UnitOrder,
  { isOpenEnded, seed, draws }: AimTestOptions,
): ReadonlyMap<TestedMetric, JointP> {
  const testsOf = (role: MetricRole): readonly (readonly [TestedMetric, JointP])[] => {
    const own = metrics.filter((metric) => roleOf(metric) === role);
    const tests = isOpenEnded
      ? openEndedTests(own, order)
      : targetTests(own, order, { seed: role === 'target' ? String(seed) : `${seed}/${role}`, draws });
    return own.flatMap((metric, index) => {
      const test = tests[index];
      return test === undefined ? [] : [[metric, test] as const];
    });
  };
  return new Map([...testsOf('target'), ...testsOf('guard')]);
}

/**
 * The p of each target of a run without a planned end, alone and corrected, in the given order; they hold whenever they
 * are read. `undefined` for a target that is no plain mean over paired units: its units alone tell nothing.
 */
export function openEndedTests(
  targets: readonly Pick<TestedMetric, 'definition' | 'paired'>[],
  { positionOf }: Pick<UnitOrder, 'positionOf'>,
): readonly (JointP | undefined)[] {
  const tests = targets.map(({ definition: { scale, direction }, paired }) => {
    if (paired === undefined) return undefined;
    const { benchmark, pairs, statisticOf } = paired;
    const ordered = pairs.toSorted((one, other) => positionOf(benchmark, one.unit) - positionOf(benchmark, other.unit));
    const statistic = statisticOf(ordered);
    if (statistic.kind !== 'sums' || !statistic.isPlainMean || direction === 'band') return undefined;
    const { features, width } = statistic.resample;
    const shares = ordered.map((_, index) => (features[index * width] ?? 0) / (scale[1] - scale[0]));
    const isCoin = pairs.every(
      ({ before, plays }) => plays === undefined && (before.value === 0 || before.value === 1),
    );
    return { p: isCoin ? coinP(shares) : gradedP(shares), shares: shares.join() };
  });
  // Copies of one metric count once.
  const distinct = new Map(tests.flatMap((test) => (test === undefined ? [] : [[test.shares, test.p] as const])));
  const adjusted = holm(distinct);
  return tests.map(
    (test) => test && { p: test.p, adjusted: adjusted.get(test.shares) ?? 1, level: significanceLevel / distinct.size },
  );
}

/** Wins and losses of one size each. The baseline says which test it is, since it is known before the run. */
function coinP(differences: readonly number[]): number {
  let [wins, losses, most] = [0, 0, 0];
  for (const difference of differences) {
    if (difference > 0) wins += 1;
    else if (difference < 0) losses += 1;
    most = Math.max(most, logEvidence(wins, losses));
  }
  return Math.exp(-most);
}

/** Also beside several plays of the baseline: there, wins can be smaller and more frequent than losses. */
function gradedP(differences: readonly number[]): number {
  const evidence = new GradedEvidence();
  for (const difference of differences) evidence.add(Math.max(-1, Math.min(1, difference)));
  return evidence.p;
}
