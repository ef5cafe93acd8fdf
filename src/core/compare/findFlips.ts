import type { SampleResult } from '../benchmarks/sampleResult';
import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { Outcome, Verdict } from '../judging/verdict';
import { flipKinds, type Flip, type FlipKind, type FlipList, type FlipSide } from './flip';
import { sideByDimension, SingleLabels, type Dimension } from './sideByDimension';

/** One run's results on the samples that are in both, with the policy under which its verdicts count. */
export interface FlipSource {
  readonly results: readonly SampleResult<Sample>[];
  readonly policy: ProtocolPolicy;
  /** Keys of all plays of a sample, judged or not. */
  readonly casesOf: (sampleId: string) => readonly string[];
}

const none: readonly never[] = [];

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
  const labels = new SingleLabels();
  for (const [place, sampleId] of ids.entries()) {
    const one = sideByDimension(benchmark, earlier.get(sampleId), before.policy, labels);
    const other = sideByDimension(benchmark, later.get(sampleId), after.policy, labels);
    const more = further.map(({ policy, results }) =>
      sideByDimension(benchmark, results.get(sampleId), policy, labels),
    );
    const cases = { before: before.casesOf(sampleId), after: after.casesOf(sampleId) };
    const add = (key: string, slot: Verdict, from: Dimension | undefined, to: Dimension | undefined): void => {
      const sides = { before: sideOf(from, cases.before), after: sideOf(to, cases.after) };
      const elsewhere = more.length === 0 ? none : more.flatMap((side) => side.get(key) ?? []);
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
    for (const flip of ofKind) flips.push(flip);
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
  const change = changeOf(before, after);
  const own = kindOf(before, after, change);
  const varies = elsewhere.length > 0 && own !== 'unjudged' && own !== 'flaky' && isMixed(joined(before, elsewhere));
  const kind = varies ? 'flaky' : own;
  // Tens of thousands of criteria: without a literal of its own, each of them would be put together from five objects.
  if (criterionId !== undefined && turn === undefined && !varies)
    return { kind, sampleId, judge, criterionId, before, after, change };
  const optional = {
    ...(turn === undefined ? {} : { turn }),
    ...(criterionId === undefined ? {} : { criterionId }),
    ...(varies ? { variesBetweenRuns: true as const } : {}),
  };
  return { kind, sampleId, judge, ...optional, before, after, change };
}

/** What all runs of a prompt say about a dimension, as if they were plays of one. */
function joined(side: FlipSide, elsewhere: readonly Dimension[]): FlipSide {
  return {
    cases: side.cases,
    labels: [...side.labels, ...elsewhere.flatMap(({ labels }) => labels ?? [])],
    outcomes: [...side.outcomes, ...elsewhere.flatMap(({ outcomes }) => outcomes ?? [])],
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

/** Do the plays of one run disagree? Where a verdict has no direction its label is compared. */
function isMixed({ outcomes, labels }: FlipSide): boolean {
  if (outcomes.length < 2) return false;
  return outcomes.some(
    (outcome, play) => outcome !== outcomes[0] || (outcome === 'neutral' && labels[play] !== labels[0]),
  );
}

/** Mean of the later side less the mean of the earlier one; 0 where there is no order between them. */
function changeOf(before: FlipSide, after: FlipSide): number {
  const from = meanPoints(before);
  const to = meanPoints(after);
  if (from !== undefined && to !== undefined) return to - from;
  const lower = meanLevel(before);
  const higher = meanLevel(after);
  if (lower === undefined || higher === undefined) return 0;
  const largest = Math.max(1, Math.abs(lower), Math.abs(higher));
  return (higher / largest - lower / largest) / (lower < 0 !== higher < 0 ? 2 : 1);
}

function meanPoints({ outcomes }: FlipSide): number | undefined {
  let sum = 0;
  for (const outcome of outcomes) {
    const value = points[outcome];
    if (value === undefined) return undefined;
    sum += value;
  }
  return outcomes.length === 0 ? undefined : sum / outcomes.length;
}

/** Of labels without a better end that are numbers. */
function meanLevel({ outcomes, labels }: FlipSide): number | undefined {
  let sum = 0;
  for (const [play, label] of labels.entries()) {
    if (outcomes[play] !== 'neutral' || typeof label !== 'number' || !Number.isFinite(label)) return undefined;
    sum += label;
  }
  return labels.length === 0 ? undefined : sum / labels.length;
}
