import { type Benchmark, labelDecision } from '../benchmarks/benchmark';
import { slotKey } from '../engine/askJudge';
import type { Verdict, VerdictSlot } from '../judging/verdict';
import type { Label } from '../statistics/agreement';
import type { Play } from './play';

/** One usable label of a judge model. */
interface SaidLabel {
  readonly judgeModel: string;
  /** What two judges must say alike to agree. */
  readonly decision: Label;
  readonly verdict: Verdict;
}

/** What the judge models of a run said about one thing. */
export interface SaidOfSlot {
  readonly slot: VerdictSlot;
  readonly said: readonly SaidLabel[];
  /** Judge models that were asked, with or without a usable verdict. */
  readonly asked: number;
  /** True where code decided without a model: all have the same, and that is no agreement. */
  readonly computed: boolean;
}

/** Everything that was asked about a play with what each judge model said, by `slotKey`, in the order of asking. */
export function saidOfSlots(
  { state, item: { benchmark } }: Play,
  judgeModels: readonly string[],
): ReadonlyMap<string, SaidOfSlot> {
  const slots = new Map<string, { slot: VerdictSlot; said: SaidLabel[]; asked: number; computed: boolean }>();
  const slotOf = (slot: VerdictSlot, computed: boolean): { said: SaidLabel[]; asked: number } => {
    const key = slotKey(slot);
    let found = slots.get(key);
    if (found === undefined) slots.set(key, (found = { slot, said: [], asked: 0, computed }));
    found.computed &&= computed;
    return found;
  };
  for (const judgeModel of judgeModels) {
    for (const { version, verdicts } of state.answers.get(judgeModel)?.values() ?? []) {
      for (const verdict of verdicts) {
        const { judge, unit, turn, criterionId } = verdict;
        const found = slotOf({ judge, unit, turn, criterionId }, version === 'computed');
        found.asked += 1;
        const decision = decisionOf(benchmark, verdict);
        if (decision !== undefined) found.said.push({ judgeModel, decision, verdict });
      }
    }
    for (const { slots: owed = [] } of state.judgeFailures.get(judgeModel)?.values() ?? []) {
      for (const slot of owed) slotOf(slot, false).asked += 1;
    }
  }
  return slots;
}

/** True where judge models that were asked say different things. */
export function isSplit({ said: [first, ...others], computed }: SaidOfSlot): boolean {
  return !computed && first !== undefined && others.some(({ decision }) => decision !== first.decision);
}

function decisionOf(benchmark: Benchmark, verdict: Verdict): Label | undefined {
  if (verdict.status !== 'ok' || verdict.label === undefined) return undefined;
  return labelDecision(benchmark, verdict, verdict.label);
}
