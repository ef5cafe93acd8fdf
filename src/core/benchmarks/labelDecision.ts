import type { VerdictSlot } from '../judging/verdict';
import type { Label } from '../statistics/agreement';
import type { Benchmark } from './benchmark';

/** What people and judges must say alike to agree: the label, or what the benchmark takes for its decision. */
export function labelDecision(
  benchmark: Pick<Benchmark, 'decisionOf'>,
  { judge, unit, turn, criterionId }: VerdictSlot,
  label: Label,
): Label {
  return benchmark.decisionOf?.({ judge, unit, turn, criterionId, status: 'ok', label }) ?? label;
}
