import { labelDecision } from '../benchmark/benchmark';
import type { Verdict, VerdictSlot } from '../benchmark/judging/verdict';
import { slotKey } from '../run/askJudge';
import type { Label } from '../statistics/agreement';
import type { MajorityCounts } from './reportModel';
import type { Play } from './play';

/** One usable label. */
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
  const ask = (slot: VerdictSlot, computed: boolean): SaidLabel[] => {
    const found = slots.get(slotKey(slot)) ?? { slot, said: [], asked: 0, computed };
    slots.set(slotKey(slot), found);
    found.asked += 1;
    found.computed &&= computed;
    return found.said;
  };
  for (const judgeModel of judgeModels) {
    for (const { version, verdicts } of state.answers.get(judgeModel)?.values() ?? []) {
      for (const verdict of verdicts) {
        const { judge, unit, turn, criterionId } = verdict;
        const labels = ask({ judge, unit, turn, criterionId }, version === 'computed');
        if (verdict.status !== 'ok' || verdict.label === undefined) continue;
        labels.push({ judgeModel, decision: labelDecision(benchmark, verdict, verdict.label), verdict });
      }
    }
    for (const { slots: owed = [] } of state.judgeFailures.get(judgeModel)?.values() ?? []) {
      for (const slot of owed) ask(slot, false);
    }
  }
  return slots;
}

/** True where judge models that were asked say different things. */
export function isSplit({ said: [first, ...others], computed }: SaidOfSlot): boolean {
  return !computed && first !== undefined && others.some(({ decision }) => decision !== first.decision);
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

export function majorityCounts(plays: readonly Play[], judgeModels: readonly string[]): MajorityCounts {
  const verdicts = plays.flatMap((play) => majorityVerdicts(play, judgeModels));
  return {
    verdicts: verdicts.length,
    split: verdicts.filter(({ problem }) => problem === splitProblem).length,
    tooFew: verdicts.filter(({ problem }) => problem === tooFewProblem).length,
  };
}

function majorityVerdict({ slot, said }: SaidOfSlot, judges: number): Verdict {
  for (const { decision, verdict } of said) {
    const alike = said.filter((one) => one.decision === decision).map(({ judgeModel }) => judgeModel);
    if (2 * alike.length <= judges) continue;
    // Those who decide alike may word it differently; the first judge's words stand.
    const reasoning = `${alike.length} of ${judges} judges say so: ${alike.join(', ')}.`;
    return { ...slot, status: 'ok', label: verdict.label, reasoning };
  }
  return { ...slot, status: 'unscored', problem: 2 * said.length > judges ? splitProblem : tooFewProblem };
}
