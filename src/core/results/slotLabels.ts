import { labelDecision } from '../benchmark/benchmark';
import type { Verdict, VerdictSlot } from '../benchmark/judging/verdict';
import type { RepeatResult, SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { slotKey } from '../run/askJudge';
import type { Label } from '../statistics/agreement';
import { t } from '../text/countWords';
import { isJudged, type Trial } from './trial';
import type { MajorityCounts } from './reportModel';

interface SaidLabel {
  readonly judgeModel: string;
  readonly decision: Label;
  readonly verdict: Verdict;
}

export interface SlotLabels {
  readonly slot: VerdictSlot;
  readonly said: readonly SaidLabel[];
  /** Judge models, with or without a usable verdict. */
  readonly asked: number;
  /** True if code decided without a model. All judges then match, which does not count as agreement. */
  readonly computed: boolean;
}

/** All questions about a trial with each judge model's answer, by `slotKey`, in the order asked. */
export function slotLabels(trial: Trial, judgeModels: readonly string[]): ReadonlyMap<string, SlotLabels> {
  const slots = new Map<string, { slot: VerdictSlot; said: SaidLabel[]; asked: number; computed: boolean }>();
  for (const { verdict, judgeModel, version } of judgeModels.flatMap((judge) => trial.state.sourcedVerdicts(judge))) {
    const { judge, unit, turn, criterionId, status, label } = verdict;
    const key = slotKey(verdict);
    const found = slots.get(key) ?? { slot: { judge, unit, turn, criterionId }, said: [], asked: 0, computed: true };
    slots.set(key, found);
    found.asked += 1;
    found.computed &&= version === 'computed';
    if (status !== 'ok' || label === undefined) continue;
    found.said.push({ judgeModel, decision: labelDecision(trial.item.benchmark, verdict, label), verdict });
  }
  return slots;
}

export function isSplit({ said: [first, ...others], computed }: SlotLabels): boolean {
  return !computed && first !== undefined && others.some(({ decision }) => decision !== first.decision);
}

/** Cannot clash with a model: model names include a provider. */
export function majorityName(judges: number): string {
  return t`majority of ${judges}`;
}

const splitProblem = t`The judges are split: no label has more than half of them.`;
const tooFewProblem = t`Too few of the judges gave a usable verdict for any label to have more than half of them.`;

/** Skips questions put to half of the judges or fewer. A verdict without a majority is unscored. */
export function majorityVerdicts(trial: Trial, judgeModels: readonly string[]): readonly Verdict[] {
  return [...slotLabels(trial, judgeModels).values()].flatMap((slot) =>
    2 * slot.asked > judgeModels.length ? [majorityVerdict(slot, judgeModels.length)] : [],
  );
}

export function majorityCounts(trials: readonly Trial[], judgeModels: readonly string[]): MajorityCounts {
  const verdicts = trials.flatMap((trial) => majorityVerdicts(trial, judgeModels));
  return {
    verdicts: verdicts.length,
    split: verdicts.filter(({ problem }) => problem === splitProblem).length,
    tooFew: verdicts.filter(({ problem }) => problem === tooFewProblem).length,
  };
}

function majorityVerdict({ slot, said }: SlotLabels, judges: number): Verdict {
  for (const { decision, verdict } of said) {
    const alike = said.filter((one) => one.decision === decision).map(({ judgeModel }) => judgeModel);
    if (2 * alike.length <= judges) continue;
    // Labels with the same decision can differ in detail; the first judge's label is used.
    const reasoning = t`${alike.length} of ${judges} judges say so: ${alike.join(', ')}.`;
    return { ...slot, status: 'ok', label: verdict.label, reasoning };
  }
  return { ...slot, status: 'unscored', problem: 2 * said.length > judges ? splitProblem : tooFewProblem };
}

/**
 * The results by sample, for metrics: of one judge model, or of the majority of several. Includes only complete and not
 * applicable dialogues. While the run goes on, trials not yet judged are left out, so they do not count as unscored.
 */
export function sampleResults(
  trials: readonly Trial[],
  judgeModels: readonly string[],
  goingOn = false,
): readonly SampleResult<Sample>[] {
  const [judge = '', ...others] = judgeModels;
  const bySample = new Map<string, SampleResult<Sample> & { readonly repeats: RepeatResult[] }>();
  for (const trial of trials) {
    const { item, dialogue, state, asked } = trial;
    const notApplicable = dialogue.status === 'notApplicable';
    if (dialogue.status !== 'complete' && !notApplicable) continue;
    if (goingOn && !notApplicable && !judgeModels.every((one) => isJudged(trial, one))) continue;
    const result = bySample.get(item.sample.id) ?? { sample: item.sample, asked: asked?.judges, repeats: [] };
    bySample.set(item.sample.id, result);
    const verdicts = others.length === 0 ? state.verdictsOf(judge) : majorityVerdicts(trial, judgeModels);
    result.repeats.push({ repeat: item.repeat, dialogue, verdicts });
  }
  return [...bySample.values()];
}
