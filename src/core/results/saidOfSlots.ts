import { type Benchmark, labelDecision } from '../benchmark/benchmark';
import type { Verdict, VerdictSlot } from '../benchmark/judging/verdict';
import { slotKey } from '../run/askJudge';
import type { Label } from '../statistics/agreement';
import type { MajorityCounts } from './agreementModel';
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

/** What the vote of several judge models is called wherever it stands beside theirs. No model is called so: those name a provider. */
export function majorityName(judges: number): string {
  return `majority of ${judges}`;
}

const splitProblem = 'The judges are split: no label has more than half of them.';
const tooFewProblem = 'Too few of the judges gave a usable verdict for any label to have more than half of them.';

/**
 * The verdicts of a judge that says what more than half of the judge models say. What not more than half of them were asked about is
 * not asked of it, either. Without such a label it is unscored.
 */
export function majorityVerdicts(play: Play, judgeModels: readonly string[]): readonly Verdict[] {
  return [...saidOfSlots(play, judgeModels).values()].flatMap((slot) =>
    2 * slot.asked > judgeModels.length ? [majorityVerdict(slot, judgeModels.length)] : [],
  );
}

/** How many verdicts a vote came to, and how many of them it lacks. */
export function majorityCounts(plays: readonly Play[], judgeModels: readonly string[]): MajorityCounts {
  const verdicts = plays.flatMap((play) => majorityVerdicts(play, judgeModels));
  return {
    verdicts: verdicts.length,
    split: verdicts.filter(({ problem }) => problem === splitProblem).length,
    tooFew: verdicts.filter(({ problem }) => problem === tooFewProblem).length,
  };
}

function majorityVerdict({ slot, said }: SaidOfSlot, judges: number): Verdict {
  const votes = new Map<SaidOfSlot['said'][number]['decision'], number>();
  for (const { decision } of said) votes.set(decision, (votes.get(decision) ?? 0) + 1);
  const winner = [...votes].find(([, count]) => 2 * count > judges)?.[0];
  if (winner !== undefined) {
    // Those who decide alike may word it differently; the first judge's words stand.
    const first = said.find(({ decision }) => decision === winner);
    const reasoning = `${votes.get(winner) ?? 0} of ${judges} judges say so: ${namesOf(said, winner)}.`;
    return { ...slot, status: 'ok', label: first?.verdict.label, reasoning };
  }
  const problem = 2 * said.length > judges ? splitProblem : tooFewProblem;
  return { ...slot, status: 'unscored', problem };
}

function namesOf(said: SaidOfSlot['said'], decision: SaidOfSlot['said'][number]['decision']): string {
  return said
    .filter((one) => one.decision === decision)
    .map(({ judgeModel }) => judgeModel)
    .join(', ');
}
