import type { SequentialPlan } from '../../../src/core/statistics/sequentialPlan';
import { sequentialSumP } from '../../../src/core/statistics/sequentialTest';

/** The sequential p of pairs: either value may have come first. `differences`: after − before. */
export function sequentialSignP(differences: Float64Array, plan: SequentialPlan): number | undefined {
  const arrangements = Array.from(differences, (one) => (one === 0 ? [] : [one, -one]));
  return sequentialSumP(arrangements, plan);
}
