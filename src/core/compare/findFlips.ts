import type { SampleResult } from '../benchmarks/sampleResult';
import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { Outcome, Verdict } from '../judging/verdict';
import { flipKinds, type Flip, type FlipKind, type FlipList, type FlipSide } from './flip';

/** One run's results on the samples that are in both, with the policy under which its verdicts count. */
export interface FlipSource {
  readonly results: readonly SampleResult<Sample>[];
  readonly policy: ProtocolPolicy;
  /** Keys of all plays of a sample, judged or not. */
  readonly casesOf: (sampleId: string) => readonly string[];
}

/** Samples between two pauses. */
const samplesPerSlice = 50;

/**
 * What became of each verdict on the samples `ids`. `others` are further runs of the earlier prompt: what changes between these and the
 * earlier run changes by chance, and is flaky. Pauses after every slice of samples.
 */
export function* findFlips(
  benchmark: Benchmark,
  ids: readonly string[],
  before: FlipSource,
  after: FlipSource,
  others: readonly Pick<FlipSource, 'results' | 'policy'>[] = [],
): Generator<undefined, FlipList> {
  const earlier = bySampleId(before);
  const later = bySampleId(after);
  const further = others.map((source) => ({ policy: source.policy, results: bySampleId(source) }));
  let flakinessKnown = false;
  const order = new Map(benchmark.judges.map(({ id }, place) => [id, place]));
  const byKind = new Map<FlipKind, Flip[]>(flipKinds.map((kind) => [kind, []]));
  for (const [place, sampleId] of ids.entries()) {
    const one = sideByDimension(benchmark, earlier.get(sampleId), before.policy);
    const other = sideByDimension(benchmark, later.get(sampleId), after.policy);
    const more = further.map(({ policy, results }) => sideByDimension(benchmark, results.get(sampleId), policy));
    const cases = { before: before.casesOf(sampleId), after: after.casesOf(sampleId) };
    const add = (key: string, slot: Verdict, from: Dimension | undefined, to: Dimension | undefined): void => {
      const sides = { before: sideOf(from, cases.before), after: sideOf(to, cases.after) };
      const elsewhere = more.flatMap((side) => side.get(key) ?? []);
      const flip = flipOf(sampleId, slot, sides.before, sides.after, elsewhere);
      flakinessKnown ||= isRepeated(sides.before) || isRepeated(sides.after) || elsewhere.some(isRepeatable);
      byKind.get(flip.kind)?.push(flip);
    };
    for (const [key, dimension] of one) add(key, dimension.slot, dimension, other.get(key));
    for (const [key, dimension] of other) if (!one.has(key)) add(key, dimension.slot, undefined, dimension);
    if ((place + 1) % samplesPerSlice === 0) yield undefined;
  }
  const counts = Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length])) as Record<
    FlipKind,
    number
  >;
  const flips: Flip[] = [];
  for (const ofKind of byKind.values()) {
    ofKind.sort(
      (one, other) =>
        Math.abs(other.change) - Math.abs(one.change) || (order.get(one.judge) ?? 0) - (order.get(other.judge) ?? 0),
    );
    flips.push(...ofKind);
    yield undefined;
  }
  return { flips, counts, flakinessKnown };
}

function bySampleId({ results }: Pick<FlipSource, 'results'>): ReadonlyMap<string, SampleResult<Sample>> {
  return new Map(results.map((result) => [result.sample.id, result]));
}

function isRepeated({ outcomes }: FlipSide): boolean {
  return outcomes.length > 1;
}

/** Has a verdict to hold against the earlier run's. */
function isRepeatable({ outcomes }: Dimension): boolean {
  return outcomes !== undefined;
}

function sideOf(dimension: Dimension | undefined, cases: readonly string[]): FlipSide {
  return { cases, labels: dimension?.labels ?? none, outcomes: dimension?.outcomes ?? none };
}

function flipOf(
  sampleId: string,
  { judge, turn, criterionId }: Verdict,
  before: FlipSide,
  after: FlipSide,
  elsewhere: readonly Dimension[],
): Flip {
  const own = kindOf(before, after);
  const varies = own !== 'unjudged' && own !== 'flaky' && isMixed(joined(before, elsewhere));
  const kind = varies ? 'flaky' : own;
  const change = changeOf(before, after);
  const optional = {
    ...(turn === undefined ? {} : { turn }),
    ...(criterionId === undefined ? {} : { criterionId }),
    ...(varies ? { variesBetweenRuns: true as const } : {}),
  };
  return { kind, sampleId, judge, ...optional, before, after, change };
}

/** What all runs of a prompt say about a dimension, as if they were plays of one. */
function joined(side: FlipSide, elsewhere: readonly Dimension[]): FlipSide {
  if (elsewhere.length === 0) return side;
  return {
    cases: side.cases,
    labels: [...side.labels, ...elsewhere.flatMap(({ labels }) => labels ?? [])],
    outcomes: [...side.outcomes, ...elsewhere.flatMap(({ outcomes }) => outcomes ?? [])],
  };
}

interface Dimension {
  readonly slot: Verdict;
  labels: (string | number | boolean)[] | undefined;
  outcomes: Outcome[] | undefined;
  /** The last play that said something about it. */
  play: number;
}

const none: readonly never[] = [];

/** All verdicts on a sample over its plays, by judge, turn and criterion; one without a usable verdict has empty lists. */
function sideByDimension(
  benchmark: Benchmark,
  result: SampleResult<Sample> | undefined,
  policy: ProtocolPolicy,
): ReadonlyMap<string, Dimension> {
  const dimensions = new Map<string, Dimension>();
  if (result === undefined) return dimensions;
  for (const [play, { verdicts }] of result.repeats.entries()) {
    for (const verdict of verdicts) {
      const key = `${verdict.judge}\n${verdict.turn ?? ''}\n${verdict.criterionId ?? ''}`;
      let dimension = dimensions.get(key);
      if (dimension === undefined) {
        dimensions.set(key, (dimension = { slot: verdict, labels: undefined, outcomes: undefined, play: -1 }));
      }
      // A play says one thing about a dimension: what a record repeats does not count twice.
      if (dimension.play === play || verdict.status !== 'ok' || verdict.label === undefined) continue;
      const outcome = benchmark.outcomeOf(verdict, policy, result.sample);
      if (outcome === 'unscored' || Number.isNaN(verdict.label)) continue;
      dimension.play = play;
      // An array that grows from nothing takes room for seventeen, and most dimensions have one play.
      if (dimension.labels === undefined) dimension.labels = [verdict.label];
      else dimension.labels.push(verdict.label);
      if (dimension.outcomes === undefined) dimension.outcomes = [outcome];
      else dimension.outcomes.push(outcome);
    }
  }
  return dimensions;
}

const points: Partial<Record<Outcome, number>> = { desired: 1, partial: 0.5, undesired: 0 };

function kindOf(before: FlipSide, after: FlipSide): FlipKind {
  const [from, to] = [before.outcomes[0], after.outcomes[0]];
  if (from === undefined || to === undefined) return 'unjudged';
  if (isMixed(before) || isMixed(after)) return 'flaky';
  if (from === to && from !== 'neutral') return from === 'desired' ? 'stillPassing' : 'stillFailing';
  if (from === 'undesired' && to === 'desired') return 'fixed';
  if (from === 'desired' && to === 'undesired') return 'broken';
  const change = changeOf(before, after);
  if (change !== 0) return change > 0 ? 'movedUp' : 'movedDown';
  return from === to && before.labels[0] === after.labels[0] ? 'unchanged' : 'changed';
}

/** Do the plays of one run disagree? Where a verdict has no direction its label is compared. */
function isMixed({ outcomes, labels }: FlipSide): boolean {
  return outcomes.some(
    (outcome, play) => outcome !== outcomes[0] || (outcome === 'neutral' && labels[play] !== labels[0]),
  );
}

/** Mean of the later side less the mean of the earlier one; 0 where there is no order between them. */
function changeOf(before: FlipSide, after: FlipSide): number {
  const [from, to] = [meanPoints(before.outcomes), meanPoints(after.outcomes)];
  if (from !== undefined && to !== undefined) return to - from;
  const [lower, higher] = [meanLevel(before), meanLevel(after)];
  if (lower === undefined || higher === undefined) return 0;
  const largest = Math.max(1, Math.abs(lower), Math.abs(higher));
  return (higher / largest - lower / largest) / (lower < 0 !== higher < 0 ? 2 : 1);
}

function meanPoints(outcomes: readonly Outcome[]): number | undefined {
  return meanOf(outcomes.map((outcome) => points[outcome]));
}

function meanLevel({ outcomes, labels }: FlipSide): number | undefined {
  return meanOf(
    labels.map((label, play) => (outcomes[play] === 'neutral' && typeof label === 'number' ? label : undefined)),
  );
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined || !Number.isFinite(value)) return undefined;
    sum += value;
  }
  return values.length === 0 ? undefined : sum / values.length;
}
