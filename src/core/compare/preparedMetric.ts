import type { Benchmark } from '../benchmark/benchmark';
import { type MetricDefinition, wasPlanned } from '../benchmark/metric';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import type { Part } from '../statistics/hiddenSpread';
import { fewestUnits } from '../statistics/power';
import type { Obstacle, RunFigure } from './comparison';
import { areTooFew } from './inference';
import { pairedFigure, type PairedFigure, type UnitPair } from './pairedFigure';
import { factorOf, figureOf, type ObservedUnit, runObservations, type RunObservations } from './runObservations';

/** One run's results of a benchmark by one judge model: on all its samples, and on those that stand in both runs. */
export interface RunResults {
  readonly all: readonly SampleResult<Sample>[];
  readonly shared: readonly SampleResult<Sample>[];
  readonly policy: ProtocolPolicy;
  /** True where there are none, as a simulated tutor understood nothing of its prompt. */
  readonly lacksScores: boolean;
}

/** How a metric can be tested: paired, unpaired, or not at all. */
type TestPlan =
  | { readonly kind: 'paired'; readonly figure: PairedFigure }
  | {
      readonly kind: 'unpaired';
      readonly before: readonly ObservedUnit[];
      readonly after: readonly ObservedUnit[];
      readonly weighted: boolean;
    }
  | { readonly kind: 'tooFew' }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle };

/** A metric with its values in both runs and over what they share, not yet tested. */
export interface PreparedMetric {
  readonly definition: MetricDefinition<Sample>;
  readonly before: RunFigure;
  readonly after: RunFigure;
  readonly compared: { readonly before: number | undefined; readonly after: number | undefined };
  readonly design: 'paired' | 'unpaired';
  readonly pairs: number;
  /** Differences of single units, for counts; absent where a unit has no number. */
  readonly units?: readonly { readonly before: number; readonly after: number }[];
  readonly plan: TestPlan;
  /** The means that the difference is made of. */
  readonly parts: readonly Part[];
}

/** Observes a metric in both runs; `undefined` when neither plans anything for it. */
export function prepareMetric(
  benchmark: Benchmark,
  definition: MetricDefinition<Sample>,
  before: RunResults,
  after: RunResults,
  isUnpaired: boolean,
): PreparedMetric | undefined {
  const whole = { before: observe(definition, before, 'all'), after: observe(definition, after, 'all') };
  if (!wasPlanned(whole.before.figure) && !wasPlanned(whole.after.figure)) return undefined;
  const shared = {
    before: before.shared === before.all ? whole.before : observe(definition, before, 'shared'),
    after: after.shared === after.all ? whole.after : observe(definition, after, 'shared'),
  };
  const weighted = shared.before.weighted || shared.after.weighted;
  const lacksScores = before.lacksScores || after.lacksScores;
  const figures = { definition, before: whole.before.figure, after: whole.after.figure, lacksScores };
  if (isUnpaired) return unpaired(figures, shared, weighted);
  const pairs = pairsOf(shared.before, shared.after);
  const [ofEarlier, ofLater] = [pairs.map((pair) => pair.before), pairs.map((pair) => pair.after)];
  const compared = { before: figureOf(definition, ofEarlier), after: figureOf(definition, ofLater) };
  const obstacle = obstacleOf(figures, compared);
  const parts = pairedParts(definition, ofEarlier, ofLater);
  const base = { ...figures, compared, design: 'paired' as const, pairs: pairs.length, parts, ...numbersOf(pairs) };
  if (pairs.length < fewestUnits && !isOfOneRun(obstacle)) return { ...base, plan: { kind: 'tooFew' } };
  if (obstacle !== undefined) return { ...base, plan: { kind: 'obstacle', obstacle } };
  return { ...base, plan: { kind: 'paired', figure: pairedFigure(benchmark, definition, pairs, weighted) } };
}

type Figures = Pick<PreparedMetric, 'definition' | 'before' | 'after'> & Pick<RunResults, 'lacksScores'>;

function observe(definition: MetricDefinition<Sample>, run: RunResults, which: 'all' | 'shared'): RunObservations {
  return runObservations(definition, definition.observe(run[which], run.policy));
}

/** Only units with a usable value in both runs. */
function pairsOf(before: RunObservations, after: RunObservations): readonly UnitPair[] {
  const pairs: UnitPair[] = [];
  for (const [unit, one] of before.units) {
    const other = after.units.get(unit);
    if (other !== undefined) pairs.push({ before: one, after: other });
  }
  return pairs;
}

function obstacleOf(
  { before, after, lacksScores }: Figures,
  compared: PreparedMetric['compared'],
): Obstacle | undefined {
  if (lacksScores) return 'noScores';
  if (!wasPlanned(before) || !wasPlanned(after)) return 'oneRunOnly';
  return compared.before === undefined || compared.after === undefined ? 'noValue' : undefined;
}

/** Whether one of the runs has nothing at all, however many units the other has. */
function isOfOneRun(obstacle: Obstacle | undefined): boolean {
  return obstacle === 'oneRunOnly' || obstacle === 'noScores';
}

function numbersOf(pairs: readonly UnitPair[]): Pick<PreparedMetric, 'units'> {
  const units: { readonly before: number; readonly after: number }[] = [];
  for (const { before, after } of pairs) {
    if (typeof before.value !== 'number' || typeof after.value !== 'number') return {};
    units.push({ before: before.value, after: after.value });
  }
  return units.length > 0 ? { units } : {};
}

function unpaired(
  figures: Figures,
  shared: { readonly before: RunObservations; readonly after: RunObservations },
  weighted: boolean,
): PreparedMetric {
  const [before, after] = [[...shared.before.units.values()], [...shared.after.units.values()]];
  const { definition } = figures;
  const compared = { before: figureOf(definition, before), after: figureOf(definition, after) };
  const obstacle = obstacleOf(figures, compared);
  const parts = unpairedParts(definition, before, after);
  const base = { ...figures, compared, design: 'unpaired' as const, pairs: 0, parts };
  if (!isOfOneRun(obstacle) && areTooFew(before.length, after.length)) {
    return { ...base, plan: { kind: 'tooFew' } };
  }
  if (obstacle !== undefined) return { ...base, plan: { kind: 'obstacle', obstacle } };
  return { ...base, plan: { kind: 'unpaired', before, after, weighted } };
}

/** The means that a metric's difference is made of where each unit stands in both runs: differences of the metric's own parts. */
function pairedParts<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
): readonly Part[] {
  const earlier = partsOf(definition, before);
  return partsOf(definition, after).flatMap(({ values, slope, scale: [least, greatest] }, place) => {
    const other = earlier[place];
    if (other === undefined) return [];
    const range = greatest - least;
    return [
      {
        values: values.map((value, unit) => minus(value, other.values[unit])),
        slope: Math.max(slope, other.slope),
        scale: [-range, range],
      },
    ];
  });
}

/** The same where the runs share no unit: the parts of both runs, those of the earlier one taken away. */
function unpairedParts<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
): readonly Part[] {
  const none = (units: readonly ObservedUnit[]): readonly undefined[] => units.map(() => undefined);
  return [
    ...partsOf(definition, before).map(({ values, slope, scale }) => ({
      values: [...values, ...none(after)],
      slope: -slope,
      scale,
    })),
    ...partsOf(definition, after).map((part) => ({ ...part, values: [...none(before), ...part.values] })),
  ];
}

function partsOf<S>(definition: MetricDefinition<S>, units: readonly ObservedUnit[]): readonly Part[] {
  const { kind, scale } = definition;
  if (kind === 'derived') return definition.parts?.(units.map(({ value }) => value)) ?? [];
  return [{ values: units.map(({ value }) => Number(value) * factorOf(definition)), slope: 1, scale }];
}

function minus(value: number | undefined, other: number | undefined): number | undefined {
  return value === undefined || other === undefined ? undefined : value - other;
}
