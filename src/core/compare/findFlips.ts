import type { Benchmark } from '../benchmark/benchmark';
import type { Outcome, Verdict } from '../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { mean } from '../statistics/sum';
import { t } from '../text/countWords';

/**
 * What happened to one verdict on one sample. `movedUp`, `movedDown`: a partial change, or a move on a scale with no
 * better end. `unchanged`, `changed`: verdicts that are neither good nor bad and have no order. `flaky`: repeats or
 * runs of one prompt disagree. `unjudged`: one run has no usable verdict, which is not a failure.
 */
export const flipWords = {
  broken: t`broken`,
  fixed: t`fixed`,
  movedDown: t`moved down`,
  movedUp: t`moved up`,
  changed: t`changed`,
  flaky: t`flaky`,
  stillFailing: t`still failing`,
  stillPassing: t`still passing`,
  unchanged: t`unchanged`,
  unjudged: t`unjudged`,
} as const;
export type FlipKind = keyof typeof flipWords;
/** In display order: changes first. */
export const flipKinds = Object.keys(flipWords) as readonly FlipKind[];

/** One run's labels and outcomes, one per trial with a usable verdict. */
export interface FlipSide {
  /** `benchmark/sample#repeat` of every trial of the sample. */
  readonly cases: readonly string[];
  readonly labels: readonly (string | number | boolean)[];
  readonly outcomes: readonly Outcome[];
}

/** One sample and one dimension in both runs; ids and labels are untrusted. */
export interface Flip {
  readonly kind: FlipKind;
  readonly sampleId: string;
  readonly judge: string;
  readonly turn?: number;
  readonly criterionId?: string;
  readonly before: FlipSide;
  readonly after: FlipSide;
  /** −1 to 1; positive means better, or higher on a scale with no better end. */
  readonly change: number;
}

export interface FlipList {
  readonly flips: readonly Flip[];
  readonly counts: Readonly<Record<FlipKind, number>>;
  /** True if repeats or other runs could reveal flaky verdicts. If false, `fixed` or `broken` may be chance. */
  readonly flakinessKnown: boolean;
}

export interface FlipSource {
  readonly results: readonly SampleResult<Sample>[];
  readonly policy: ProtocolPolicy;
  /** Keys of all trials of a sample, judged or not. */
  readonly casesOf: (sampleId: string) => readonly string[];
  /** True if the judge was not to be asked about the sample. */
  readonly leavesOut: (sampleId: string, judge: string) => boolean;
}

interface Dimension {
  readonly slot: Verdict;
  readonly labels: FlipSide['labels'][number][];
  readonly outcomes: Outcome[];
  lastTrial: number;
}

/** `others`: more runs of the earlier prompt. A verdict that varies among them varies by chance, so it is flaky. */
export function findFlips(
  benchmark: Benchmark,
  ids: readonly string[],
  before: FlipSource,
  after: FlipSource,
  others: readonly FlipSource[],
): FlipList {
  const reader = ({ results: all, policy }: FlipSource): ((id: string) => ReadonlyMap<string, Dimension>) => {
    const results = new Map(all.map((result) => [result.sample.id, result]));
    return (id) => dimensionsOf(benchmark, results.get(id), policy);
  };
  const [earlier, later, further] = [reader(before), reader(after), others.map(reader)];
  let flakinessKnown = false;
  const flips: Flip[] = [];
  for (const sampleId of ids) {
    const [one, other] = [earlier(sampleId), later(sampleId)];
    const more = further.map((dimensions) => dimensions(sampleId));
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      const slot = (one.get(key) ?? other.get(key))?.slot;
      if (slot === undefined) continue;
      // A verdict that nobody asked for is not missing.
      if (!one.has(key) && before.leavesOut(sampleId, slot.judge)) continue;
      if (!other.has(key) && after.leavesOut(sampleId, slot.judge)) continue;
      const first = sideOf(one.get(key), before.casesOf(sampleId));
      const second = sideOf(other.get(key), after.casesOf(sampleId));
      const elsewhere = more.flatMap((side) => side.get(key) ?? []);
      flakinessKnown ||= first.outcomes.length > 1 || second.outcomes.length > 1;
      flakinessKnown ||= elsewhere.some(({ outcomes }) => outcomes.length > 0);
      flips.push(flipOf(sampleId, slot, first, second, elsewhere));
    }
  }
  const judges = new Map(benchmark.judges.map(({ id }, index) => [id, index]));
  flips.sort(
    (one, other) =>
      flipKinds.indexOf(one.kind) - flipKinds.indexOf(other.kind) ||
      Math.abs(other.change) - Math.abs(one.change) ||
      (judges.get(one.judge) ?? 0) - (judges.get(other.judge) ?? 0),
  );
  const counts = Object.fromEntries(flipKinds.map((kind) => [kind, 0])) as Record<FlipKind, number>;
  for (const { kind } of flips) counts[kind] += 1;
  return { flips, counts, flakinessKnown };
}

function dimensionsOf(
  benchmark: Benchmark,
  result: SampleResult<Sample> | undefined,
  policy: ProtocolPolicy,
): ReadonlyMap<string, Dimension> {
  const dimensions = new Map<string, Dimension>();
  if (result === undefined) return dimensions;
  for (const [trial, { verdicts }] of result.repeats.entries()) {
    for (const verdict of verdicts) {
      const key = `${verdict.judge}\n${verdict.turn ?? ''}\n${verdict.criterionId ?? ''}`;
      let dimension = dimensions.get(key);
      if (dimension === undefined)
        dimensions.set(key, (dimension = { slot: verdict, labels: [], outcomes: [], lastTrial: -1 }));
      // A trial counts once per dimension, even if a record repeats it.
      if (dimension.lastTrial === trial || verdict.status !== 'ok' || verdict.label === undefined) continue;
      const outcome = benchmark.outcomeOf(verdict, policy, result.sample);
      if (outcome === 'unscored' || Number.isNaN(verdict.label)) continue;
      dimension.lastTrial = trial;
      dimension.labels.push(verdict.label);
      dimension.outcomes.push(outcome);
    }
  }
  return dimensions;
}

function sideOf(dimension: Dimension | undefined, cases: readonly string[]): FlipSide {
  return { cases, labels: dimension?.labels ?? [], outcomes: dimension?.outcomes ?? [] };
}

function flipOf(
  sampleId: string,
  { judge, turn, criterionId }: Verdict,
  before: FlipSide,
  after: FlipSide,
  elsewhere: readonly Dimension[],
): Flip {
  const change = changeOf(before, after);
  const own = kindOf(before, after, change);
  // All runs of the earlier prompt are treated as trials of one run.
  const joined = {
    labels: [before, ...elsewhere].flatMap(({ labels }) => labels),
    outcomes: [before, ...elsewhere].flatMap(({ outcomes }) => outcomes),
  };
  const varies = elsewhere.length > 0 && own !== 'unjudged' && own !== 'flaky' && isMixed(joined);
  return {
    kind: varies ? 'flaky' : own,
    sampleId,
    judge,
    ...(turn !== undefined && { turn }),
    ...(criterionId !== undefined && { criterionId }),
    before,
    after,
    change,
  };
}

const points: Partial<Record<Outcome, number>> = { desired: 1, partial: 0.5, undesired: 0 };

function kindOf(before: FlipSide, after: FlipSide, change: number): FlipKind {
  const from = before.outcomes[0];
  const to = after.outcomes[0];
  if (from === undefined || to === undefined) return 'unjudged';
  if (isMixed(before) || isMixed(after)) return 'flaky';
  if (from === to && from !== 'neutral') return from === 'desired' ? 'stillPassing' : 'stillFailing';
  if (from === 'undesired' && to === 'desired') return 'fixed';
  if (from === 'desired' && to === 'undesired') return 'broken';
  if (change !== 0) return change > 0 ? 'movedUp' : 'movedDown';
  return from === to && before.labels[0] === after.labels[0] ? 'unchanged' : 'changed';
}

/** Whether trials disagree. Neutral verdicts are compared by label. */
function isMixed({ outcomes, labels }: Pick<FlipSide, 'labels' | 'outcomes'>): boolean {
  if (outcomes.length < 2) return false;
  return outcomes.some(
    (outcome, trial) => outcome !== outcomes[0] || (outcome === 'neutral' && labels[trial] !== labels[0]),
  );
}

/** The later mean minus the earlier mean; 0 if the labels have no order. */
function changeOf(before: FlipSide, after: FlipSide): number {
  // `undefined` unless all trials are good, bad or in between.
  const [from, to] = [before, after].map(({ outcomes }) => meanOfAll(outcomes.map((outcome) => points[outcome])));
  if (from !== undefined && to !== undefined) return to - from;
  const [lower, higher] = [meanLevel(before), meanLevel(after)];
  if (lower === undefined || higher === undefined) return 0;
  const largest = Math.max(1, Math.abs(lower), Math.abs(higher));
  return (higher / largest - lower / largest) / (lower < 0 !== higher < 0 ? 2 : 1);
}

/** The mean of numeric labels with no better end. */
function meanLevel({ outcomes, labels }: FlipSide): number | undefined {
  return meanOfAll(
    labels.map((label, trial) =>
      outcomes[trial] === 'neutral' && typeof label === 'number' && Number.isFinite(label) ? label : undefined,
    ),
  );
}

/** `undefined` where any value is missing. */
function meanOfAll(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? undefined : mean(known);
}
