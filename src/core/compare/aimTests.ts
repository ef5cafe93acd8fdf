import type { MetricRole } from '../benchmark/aims';
import type { JointP } from '../statistics/jointTest';
import type { TestedMetric } from './compareMetric';
import { openEndedTests } from './openEndedTests';
import { targetTests, type UnitOrder } from './targetTests';

export type AimTests = ReadonlyMap<TestedMetric, JointP>;

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
): AimTests {
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
