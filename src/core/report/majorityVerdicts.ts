import type { Verdict } from '../judging/verdict';
import type { MajorityCounts } from './judgesAgreementModel';
import type { Play } from './play';
import { saidOfSlots, type SaidOfSlot } from './saidOfSlots';

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
