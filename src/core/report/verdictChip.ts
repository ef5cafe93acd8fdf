import type { Benchmark, CriterionText } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import { slotKey } from '../engine/askJudge';
import type { WorkItem } from '../engine/workItem';
import type { Verdict, Outcome } from '../judging/verdict';
import { boundedText } from './boundedText';
import type { Play } from './play';
import type { VerdictChip } from './reportModel';
import { isSplit, saidOfSlots } from './saidOfSlots';

/** A verdict with the judge call that it came from. `attempts` is 0 when the call failed for good. */
export interface SourcedVerdict {
  readonly verdict: Verdict;
  readonly judgeModel: string;
  readonly attempts: number;
  /** Version of the judge prompt; `undefined` for a failed call, which does not record it. */
  readonly version: string | undefined;
  /** True where another judge model decided differently. */
  readonly split?: true;
}

/** Titles and order of a benchmark's judges by id. Made once for many plays. */
export interface JudgeCatalog {
  readonly titles: ReadonlyMap<string, string>;
  readonly order: ReadonlyMap<string, number>;
}

export function judgeCatalog({ judges }: Benchmark): JudgeCatalog {
  return {
    titles: new Map(judges.map(({ id, title }) => [id, boundedText(title)])),
    order: new Map(judges.map(({ id }, place) => [id, place])),
  };
}

/** All verdicts of a play: by judge model, then in the benchmark's order of judges, then by turn and criterion. */
export function verdictsOfPlay(
  play: Play,
  judgeModels: readonly string[],
  { order }: JudgeCatalog,
): readonly SourcedVerdict[] {
  const { state } = play;
  const splits = splitSlots(play, judgeModels);
  return judgeModels.flatMap((judgeModel) => {
    const read = [...(state.answers.get(judgeModel)?.values() ?? [])].flatMap((record) =>
      record.verdicts.map((verdict): SourcedVerdict => {
        const source = { verdict, judgeModel, attempts: record.attempts.length, version: record.version };
        return splits.has(slotKey(verdict)) ? { ...source, split: true } : source;
      }),
    );
    const lost = [...(state.judgeFailures.get(judgeModel)?.values() ?? [])].flatMap((record) =>
      (record.slots ?? []).map((slot): SourcedVerdict => {
        const verdict: Verdict = { ...slot, status: 'unscored', problem: record.message };
        return { verdict, judgeModel, attempts: 0, version: undefined };
      }),
    );
    return [...read, ...lost].sort((left, right) => compareSlots(left.verdict, right.verdict, order));
  });
}

/** What the judge models do not agree about; nothing is looked through where there is one. */
function splitSlots(play: Play, judgeModels: readonly string[]): ReadonlySet<string> {
  if (judgeModels.length < 2) return new Set();
  return new Set([...saidOfSlots(play, judgeModels)].flatMap(([key, said]) => (isSplit(said) ? [key] : [])));
}

function compareSlots(left: Verdict, right: Verdict, order: ReadonlyMap<string, number>): number {
  const place = (verdict: Verdict): number => order.get(verdict.judge) ?? order.size;
  return (
    place(left) - place(right) ||
    (left.turn ?? 0) - (right.turn ?? 0) ||
    compareTexts(left.criterionId ?? '', right.criterionId ?? '')
  );
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A verdict as a row of the case list shows it. */
export function verdictChip(
  item: WorkItem,
  { titles }: JudgeCatalog,
  source: SourcedVerdict,
  policy: ProtocolPolicy,
): VerdictChip {
  const { verdict, judgeModel } = source;
  const criterion = criterionOf(item, verdict);
  return {
    judge: verdict.judge,
    judgeTitle: titles.get(verdict.judge) ?? boundedText(verdict.judge),
    judgeModel,
    ...(verdict.turn === undefined ? {} : { turn: verdict.turn }),
    ...(verdict.criterionId === undefined ? {} : { criterionId: boundedText(verdict.criterionId) }),
    ...(criterion === undefined ? {} : { tags: criterion.tags.map(boundedText) }),
    label: labelText(verdict, item.benchmark.labelTitles),
    outcome: verdict.status === 'unscored' ? 'unscored' : item.benchmark.outcomeOf(verdict, policy, item.sample),
    ...(source.split === true && verdict.status === 'ok' ? { split: true } : {}),
  };
}

/** What the criterion of a verdict says, where it has one. */
export function criterionOf({ benchmark, sample }: WorkItem, { criterionId }: Verdict): CriterionText | undefined {
  return criterionId === undefined ? undefined : benchmark.criterionOf?.(sample, criterionId);
}

/** A label as people read it, `–` where there is none. */
export function labelText({ status, label }: Verdict, titles: Readonly<Record<string, string>> = {}): string {
  if (status === 'unscored' || label === undefined) return '–';
  if (typeof label === 'boolean') return label ? 'yes' : 'no';
  const text = String(label);
  return boundedText(Object.hasOwn(titles, text) ? (titles[text] ?? text) : text);
}

/** What an outcome is called in every text form. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  desired: 'as wanted',
  partial: 'partly as wanted',
  undesired: 'not as wanted',
  neutral: 'no direction',
  unscored: 'unscored',
};
