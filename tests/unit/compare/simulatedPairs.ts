import type { MeanMetric, MetricMetadata } from '../../../src/core/benchmark/metric';
import type { MetricOutcome } from '../../../src/core/compare/comparison';
import { metricOutcome } from '../../../src/core/compare/compareMetric';
import {
  pairedInference,
  unpairedInference,
  type Inference,
  type InferenceOptions,
} from '../../../src/core/compare/inference';
import {
  type ObservedUnit,
  pairedStatistic,
  type PairedStatistic,
  type UnitPair,
} from '../../../src/core/compare/pairedStatistic';
import { targetTests } from '../../../src/core/compare/targetTests';
import { createRandom, type Random } from '../../../src/core/statistics/random';

/** Data as benchmarks give it, from a known truth: `shift` is added to every chance of success. */
export interface DataKind {
  readonly name: string;
  readonly unit: MetricMetadata['unit'];
  readonly scale: readonly [number, number];
  /** True difference of the metric for a shift. */
  truth(shift: number): number;
  readonly draw: (random: Random, units: number, shift: number) => Drawn;
}

type Drawn =
  | { readonly kind: 'paired'; readonly pairs: readonly UnitPair[]; readonly weighted: boolean }
  | { readonly kind: 'unpaired'; readonly before: readonly ObservedUnit[]; readonly after: readonly ObservedUnit[] };

/** A sample's own chance of success: some are easy, some are hard, and none leaves 0..1 under a shift of up to 0.25. */
function ease(random: Random): number {
  return 0.2 + 0.55 * random.next();
}

function successes(random: Random, tries: number, chance: number): number {
  let count = 0;
  for (let trial = 0; trial < tries; trial++) count += random.next() < chance ? 1 : 0;
  return count;
}

/** One value a unit and run: `count` successes out of `tries`, times `step`. */
function plain(name: string, tries: number, step: number, unit: MetricMetadata['unit']): DataKind {
  return {
    name,
    unit,
    scale: [0, tries * step],
    truth: (shift) => tries * step * shift,
    draw: (random: Random, units: number, shift: number): Drawn => ({
      kind: 'paired',
      weighted: false,
      pairs: Array.from({ length: units }, (_, unit) => {
        const chance = ease(random);
        const value = (added: number): ObservedUnit => ({
          value: successes(random, tries, chance + added) * step,
          weight: 1,
        });
        return { unit: String(unit), before: value(0), after: value(shift) };
      }),
    }),
  };
}

function cluster(random: Random, messages: number, chance: number): ObservedUnit {
  return { value: successes(random, messages, chance) / messages, weight: messages };
}

export const dataKinds: readonly DataKind[] = [
  plain('binary', 1, 1, 'share'),
  plain('three-level', 2, 0.5, 'share'),
  plain('0–3', 3, 1, 'level'),
  {
    name: 'weighted',
    unit: 'share',
    scale: [0, 1],
    truth: (shift) => shift,
    draw: (random: Random, units: number, shift: number): Drawn => ({
      kind: 'paired',
      weighted: true,
      pairs: Array.from({ length: units }, (_, unit) => {
        const chance = ease(random);
        const criteria = 2 + random.int(9);
        // Now and then a verdict is missing in one of the runs.
        const rated = (): number => criteria - (random.next() < 0.1 ? 1 : 0);
        return {
          unit: String(unit),
          before: cluster(random, rated(), chance),
          after: cluster(random, rated(), chance + shift),
        };
      }),
    }),
  },
  {
    name: 'paired-state',
    unit: 'level',
    scale: [-3, 3],
    truth: (shift) => 3 * shift,
    draw: (random: Random, units: number, shift: number): Drawn => ({
      kind: 'paired',
      weighted: false,
      pairs: Array.from({ length: units }, (_, unit) => {
        const [good, bad] = [ease(random), ease(random)];
        const value = (added: number): ObservedUnit => ({
          value: successes(random, 3, good + added) - successes(random, 3, bad),
          weight: 1,
        });
        return { unit: String(unit), before: value(0), after: value(shift) };
      }),
    }),
  },
  {
    name: 'clustered',
    unit: 'share',
    scale: [0, 1],
    truth: (shift) => shift,
    draw: (random: Random, units: number, shift: number): Drawn => {
      const group = (added: number): readonly ObservedUnit[] =>
        Array.from({ length: units }, () => cluster(random, 10, ease(random) + added));
      return { kind: 'unpaired', before: group(0), after: group(shift) };
    },
  },
];

/** One simulated comparison, through the same functions as a real one. Without `draws` it is not tested. */
export function simulate(
  kind: DataKind,
  units: number,
  shift: number,
  seed: string,
  { resamples, draws }: { readonly resamples: number; readonly draws?: number },
): { readonly outcome: MetricOutcome; readonly inference: Inference } {
  const definition: MeanMetric<unknown> = {
    kind: 'mean',
    id: kind.name,
    title: kind.name,
    explain: '',
    unit: kind.unit,
    direction: 'up',
    scale: kind.scale,
    judges: [],
    observe: () => [],
  };
  const drawn = kind.draw(createRandom(`${seed}/data`), units, shift);
  const isTested = draws !== undefined;
  const options: InferenceOptions = { resamples, draws: draws ?? 1, level: 0.95, seed, isTested };
  const statisticOf = (pairs: readonly UnitPair[], weighted: boolean): PairedStatistic =>
    pairedStatistic({}, definition, pairs, weighted);
  const inference =
    drawn.kind === 'paired'
      ? pairedInference(statisticOf(drawn.pairs, drawn.weighted), options)
      : unpairedInference(definition, drawn.before, drawn.after, true, options);
  const paired =
    drawn.kind === 'paired'
      ? {
          benchmark,
          definition,
          pairs: drawn.pairs,
          statisticOf: (pairs: readonly UnitPair[]) => statisticOf(pairs, drawn.weighted),
        }
      : undefined;
  const plan = { planned: units, looks: [units] };
  const order = {
    plan,
    level: 0.95,
    levelOf: () => 0.95,
    positionOf: (_: string, unit: string) => Number(unit),
    unfinished: new Set<string>(),
    lastLookOf: () => Infinity,
  };
  const [test] = isTested ? targetTests([{ benchmark, paired, inference }], order, options) : [];
  const difference = ((inference.interval?.low ?? 0) + (inference.interval?.high ?? 0)) / 2;
  const found = { difference, interval: inference.interval, pCorrected: test?.adjusted };
  return { outcome: metricOutcome(definition, found, { margin: undefined, smallest: 0, guardMargin: 0.1 }), inference };
}

const benchmark = 'guideeval';

/** What the second prompt adds to every chance of success where intervals are held against the truth. */
const shift = 0.15;

/** How often the interval holds the truth. */
export function coverage(
  kind: DataKind,
  units: number,
  { rounds, resamples }: { readonly rounds: number; readonly resamples: number },
): number {
  const truth = kind.truth(shift);
  let covered = 0;
  for (let round = 0; round < rounds; round++) {
    const seed = `coverage/${kind.name}/${units}/${round}`;
    const { interval } = simulate(kind, units, shift, seed, { resamples }).inference;
    if (interval !== undefined && interval.low <= truth && truth <= interval.high) covered += 1;
  }
  return covered / rounds;
}
