import type { CriterionText } from '../benchmark/benchmark';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import { slotKey } from '../run/askJudge';
import type { SourcedVerdict, WorkItem } from '../run/workItem';
import type { Verdict } from '../benchmark/judging/verdict';
import type { Label } from '../statistics/agreement';
import { boundedText } from '../text/readableText';
import { isJudged, type Trial } from './trial';
import type { VerdictChip, QuotationCount } from './reportModel';
import { isSplit, type SlotLabels, slotLabels } from './slotLabels';

/** All verdicts of a trial, sorted by judge model, then the benchmark's order of judges, then turn and criterion. */
export function verdictsOfTrial(trial: Trial, judgeModels: readonly string[]): readonly SourcedVerdict[] {
  const order = new Map(trial.item.benchmark.judges.map(({ id }, index) => [id, index]));
  const slots = judgeModels.length < 2 ? undefined : slotLabels(trial, judgeModels);
  const isSplitSlot = (said: SlotLabels | undefined): boolean => said !== undefined && isSplit(said);
  return judgeModels.flatMap((judgeModel) =>
    trial.state
      .sourcedVerdicts(judgeModel)
      .map((one) => ({ ...one, split: isSplitSlot(slots?.get(slotKey(one.verdict))) }))
      .sort((left, right) => compareSlots(left.verdict, right.verdict, order)),
  );
}

function compareSlots(left: Verdict, right: Verdict, order: ReadonlyMap<string, number>): number {
  const position = (verdict: Verdict): number => order.get(verdict.judge) ?? order.size;
  const [one, other] = [left.criterionId ?? '', right.criterionId ?? ''];
  return (
    position(left) - position(right) ||
    (left.turn ?? 0) - (right.turn ?? 0) ||
    Number(one > other) - Number(one < other)
  );
}

export function verdictChip(item: WorkItem, source: SourcedVerdict, policy: ProtocolPolicy): VerdictChip {
  const { verdict, judgeModel } = source;
  const criterion = criterionOf(item, verdict);
  return {
    judge: verdict.judge,
    judgeTitle: judgeTitle(item, verdict.judge),
    judgeModel,
    turn: verdict.turn,
    criterionId: verdict.criterionId && boundedText(verdict.criterionId),
    tags: criterion?.tags.map((tag) => boundedText(tag)),
    label: labelText(verdict, item.benchmark.labelTitles),
    outcome: verdict.status === 'unscored' ? 'unscored' : item.benchmark.outcomeOf(verdict, policy, item.sample),
    split: (source.split === true && verdict.status === 'ok') || undefined,
  };
}

export function judgeTitle({ benchmark }: WorkItem, judge: string): string {
  return boundedText(benchmark.judges.find(({ id }) => id === judge)?.title ?? judge);
}

export function criterionOf(
  { benchmark, sample }: WorkItem,
  { criterionId }: Pick<Verdict, 'criterionId'>,
): CriterionText | undefined {
  return criterionId === undefined ? undefined : benchmark.criterionOf?.(sample, criterionId);
}

export function labelText({ status, label }: Verdict, titles?: Readonly<Record<string, string>>): string {
  return status === 'unscored' || label === undefined ? '–' : labelName(label, titles);
}

export function labelName(label: Label, titles: Readonly<Record<string, string>> = {}): string {
  if (typeof label === 'boolean') return label ? 'yes' : 'no';
  const text = String(label);
  return boundedText(Object.hasOwn(titles, text) ? (titles[text] ?? text) : text);
}

export function quotationCounts(trials: readonly Trial[], judgeModels: readonly string[]): readonly QuotationCount[] {
  return judgeModels
    .map((judge) => {
      const verdicts = trials.filter((trial) => isJudged(trial, judge)).flatMap(({ state }) => state.verdictsOf(judge));
      const found = verdicts.flatMap(({ evidenceFound }) => evidenceFound ?? []);
      return { judge, notFound: found.filter((one) => !one).length, of: found.length };
    })
    .filter(({ of }) => of > 0);
}
