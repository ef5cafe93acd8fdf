import { marginOfGuard, type MetricRole } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { differenceOf, factorOf, type MetricDefinition, type MetricMetadata, wasPlanned } from '../benchmark/metric';
import { metadataOf } from '../benchmark/metricValue';
import { resultsFor } from '../benchmark/sampleResult';
import type { BenchmarkId, Sample } from '../benchmark/samples';
import type { JointP } from '../statistics/jointTest';
import { type Part, spreadInterval, withHiddenSpread } from '../statistics/hiddenSpread';
import { detectableDifference, fewestUnits, unitsNeeded } from '../statistics/power';
import { significanceLevel, type MetricOutcome, type MetricComparison, type Obstacle } from './comparison';
import { areTooFew, type Inference, type InferenceOptions, pairedInference, unpairedInference } from './inference';
import {
  bandDistance,
  statisticOf,
  goodnessOf,
  type ObservedUnit,
  type PairedStatistic,
  pairedStatistic,
  type RunResults,
  playedUnits,
  runObservations,
  type RunObservations,
  type UnitPair,
} from './pairedStatistic';
import { withTrials } from './trials';

export interface TestedMetric {
  readonly benchmark: BenchmarkId;
  readonly definition: MetricDefinition<Sample>;
  readonly measured: Pick<
    MetricComparison,
    'before' | 'after' | 'design' | 'pairs' | 'compared' | 'difference' | 'moves' | 'counts' | 'toBand'
  >;
  readonly stopped?: Obstacle | 'tooFew' | undefined;
  readonly inference?: Inference | undefined;
  /** The pairs of a target or guard, and its statistic over some of them; absent if the runs are compared unpaired. */
  readonly paired?: PairedMetric | undefined;
  /** Independent units behind the difference; per run if unpaired. */
  readonly units: number;
}

export interface PairedMetric {
  readonly benchmark: BenchmarkId;
  readonly definition: MetricDefinition<Sample>;
  readonly pairs: readonly UnitPair[];
  readonly statisticOf: (pairs: readonly UnitPair[]) => PairedStatistic;
}

/** `undefined` when neither run plans anything for the metric. */
export function testMetric(
  benchmark: Benchmark,
  definition: MetricDefinition<Sample>,
  before: RunResults,
  after: RunResults,
  isUnpaired: boolean,
  options: InferenceOptions,
): TestedMetric | undefined {
  const whole = { before: observe(definition, before, 'all'), after: observe(definition, after, 'all') };
  if (!wasPlanned(whole.before.statistic) && !wasPlanned(whole.after.statistic)) return undefined;
  const shared = {
    before: before.shared === before.all ? whole.before : observe(definition, before, 'shared'),
    after: after.shared === after.all ? whole.after : observe(definition, after, 'shared'),
  };
  const pairs = isUnpaired ? [] : withTrials(definition, pairsOf(shared.before, shared.after), before, after);
  const earlier = isUnpaired ? [...shared.before.units.values()] : pairs.map((pair) => pair.before);
  const later = isUnpaired ? [...shared.after.units.values()] : pairs.map((pair) => pair.after);
  const all = (side: 'before' | 'after', units: readonly ObservedUnit[]): readonly ObservedUnit[] =>
    definition.kind === 'derived' && !isUnpaired ? pairs.flatMap((pair) => playedUnits(pair, side)) : units;
  const compared = {
    before: statisticOf(definition, all('before', earlier)),
    after: statisticOf(definition, all('after', later)),
  };
  const difference = differenceOf(compared.after, compared.before);
  const measured = {
    before: whole.before.statistic,
    after: whole.after.statistic,
    design: isUnpaired ? 'unpaired' : 'paired',
    pairs: pairs.length,
    compared,
    difference,
    ...countsOf(definition, pairs),
    ...toBandOf(definition, compared),
  } as const;
  const tested = { benchmark: benchmark.id, definition, measured, units: (earlier.length + later.length) / 2 };
  if (before.lacksScores || after.lacksScores) return { ...tested, stopped: 'noScores' };
  if (!wasPlanned(measured.before) || !wasPlanned(measured.after)) return { ...tested, stopped: 'oneRunOnly' };
  if (isUnpaired ? areTooFew(earlier.length, later.length) : pairs.length < fewestUnits)
    return { ...tested, stopped: 'tooFew' };
  if (difference === undefined) return { ...tested, stopped: 'noValue' };
  const weighted = shared.before.weighted || shared.after.weighted;
  const pairedOf = (some: readonly UnitPair[]): PairedStatistic =>
    pairedStatistic(benchmark, definition, some, weighted);
  const inference = isUnpaired
    ? unpairedInference(definition, earlier, later, weighted, options)
    : pairedInference(pairedOf(pairs), options);
  const paired =
    isUnpaired || !options.isTested ? undefined : { benchmark: benchmark.id, definition, pairs, statisticOf: pairedOf };
  const parts = (isUnpaired ? unpairedParts : pairedParts)(definition, earlier, later);
  const units = Math.min(earlier.length, later.length);
  return { ...tested, paired, inference: withSpread(definition, difference, inference, parts, units, options) };
}

function observe(definition: MetricDefinition<Sample>, run: RunResults, which: 'all' | 'shared'): RunObservations {
  return runObservations(definition, definition.observe(resultsFor(definition, run[which]), run.policy));
}

function pairsOf(before: RunObservations, after: RunObservations): readonly UnitPair[] {
  return [...before.units].flatMap(([unit, one]) => {
    const other = after.units.get(unit);
    return other === undefined ? [] : [{ unit, before: one, after: other }];
  });
}

/** Improved and worse follow the metric's direction. For a band, a unit improves when it moves closer. */
function countsOf(
  definition: MetricDefinition<Sample>,
  pairs: readonly UnitPair[],
): Pick<MetricComparison, 'moves' | 'counts'> {
  const units = pairs.flatMap(({ before: { value: before }, after: { value: after } }) =>
    typeof before === 'number' && typeof after === 'number' ? [{ before, after }] : [],
  );
  if (units.length === 0 || units.length < pairs.length) return {};
  const { direction, band } = definition;
  const factor = factorOf(definition);
  const count = (changes: readonly number[]): NonNullable<MetricComparison['moves']> => {
    const [up, down] = [changes.filter((change) => change > 0).length, changes.filter((change) => change < 0).length];
    return { up, same: changes.length - up - down, down };
  };
  const moves = count(units.map(({ before, after }) => after - before));
  if (direction === 'none' || (direction === 'band' && band === undefined)) return { moves };
  const goodness = goodnessOf(definition);
  const sign = direction === 'up' ? 1 : -1;
  const { up, same, down } = count(
    units.map(({ before, after }) => sign * (goodness(after * factor) - goodness(before * factor))),
  );
  return { moves, counts: { improved: up, same, worse: down } };
}

function toBandOf(
  { direction, band }: MetricMetadata,
  compared: MetricComparison['compared'],
): Pick<MetricComparison, 'toBand'> {
  if (direction !== 'band' || band === undefined || compared.before === undefined || compared.after === undefined)
    return {};
  const [before, after] = [bandDistance(compared.before, band), bandDistance(compared.after, band)];
  return { toBand: { before, after, change: after - before } };
}

/** Where all units of a part moved alike, resampling shows no spread, so the interval is widened or dropped. */
function withSpread(
  { scale: [least, greatest], isOpen }: MetricMetadata,
  value: number,
  inference: Inference,
  parts: readonly Part[],
  units: number,
  { level }: InferenceOptions,
): Inference {
  const { interval: drawn, test } = inference;
  if (drawn === undefined || test === 'mcnemar' || test === 'fisher') return inference;
  const scale = [least - greatest, greatest - least] as const;
  const widened = withHiddenSpread(drawn, value, parts, scale, level);
  const interval = spreadInterval(widened, { value, units, scale }, level);
  return { ...inference, interval: interval !== drawn && isOpen === true ? undefined : interval };
}

/** The metric's parts for units in both runs: each value is the unit's difference, after − before. */
function pairedParts<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
): readonly Part[] {
  const earlier = partsOf(definition, before);
  return partsOf(definition, after).flatMap(({ values, slope, scale: [least, greatest] }, index) => {
    const other = earlier[index];
    if (other === undefined) return [];
    return {
      values: values.map((value, unit) => differenceOf(value, other.values[unit])),
      slope: Math.max(slope, other.slope),
      scale: [least - greatest, greatest - least] as const,
    };
  });
}

/** The parts if the runs share no units. Those of the earlier run have a negative slope, which subtracts them. */
function unpairedParts<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
): readonly Part[] {
  const [none, noneAfter] = [before.map(() => undefined), after.map(() => undefined)];
  return [
    ...partsOf(definition, before).map(({ values, slope, scale }) => {
      return { values: [...values, ...noneAfter], slope: -slope, scale };
    }),
    ...partsOf(definition, after).map((part) => ({ ...part, values: [...none, ...part.values] })),
  ];
}

function partsOf<S>(definition: MetricDefinition<S>, units: readonly ObservedUnit[]): readonly Part[] {
  if (definition.kind === 'derived') return definition.parts?.(units.map(({ value }) => value)) ?? [];
  const factor = factorOf(definition);
  return [{ values: units.map(({ value }) => Number(value) * factor), slope: 1, scale: definition.scale }];
}

interface MetricContext {
  readonly role: MetricRole;
  readonly test: JointP | undefined;
  readonly isUnlike: boolean;
  /** A simulated tutor took part, so tests and outcomes are left out. */
  readonly withoutVerdicts: boolean;
  readonly isOpenEnded: boolean;
}

/** Shares of a metric's scale. */
interface OutcomeLimits {
  readonly margin: number | undefined;
  readonly smallest: number;
  readonly guardMargin: number;
}

export function comparedMetric(tested: TestedMetric, context: MetricContext, limits: OutcomeLimits): MetricComparison {
  const { definition, measured, inference, units } = tested;
  const { role, test, withoutVerdicts } = context;
  const { moves, counts, toBand, difference, ...statistics } = measured;
  const error = inference?.standardError ?? 0;
  // The p of a guard only says whether it is worse; what it needs is an interval inside its margin.
  const ownTest = role === 'guard' ? undefined : test;
  const estimate =
    ownTest !== undefined && error > 0 && Number.isFinite(error)
      ? { standardError: error, units, alpha: ownTest.level, grain: inference?.grain }
      : undefined;
  return {
    ...metadataOf(definition),
    role,
    ...statistics,
    difference,
    interval: inference?.interval,
    test: ownTest && inference?.test,
    p: ownTest?.p,
    pCorrected: test?.adjusted,
    ...outcomeOf(tested, context, limits),
    detectable: estimate && difference !== undefined ? detectableDifference(estimate) : undefined,
    needed:
      role === 'guard'
        ? guardUnits(tested, limits)
        : estimate && difference !== undefined
          ? unitsNeeded(difference, estimate)
          : undefined,
    ...(ownTest && { planLevel: ownTest.level }),
    ...(moves && { moves }),
    ...(counts && !withoutVerdicts && { counts }),
    ...(toBand && { toBand }),
  };
}

function outcomeOf(
  { definition, measured, stopped, inference }: TestedMetric,
  { role, test, isUnlike, withoutVerdicts, isOpenEnded }: MetricContext,
  limits: OutcomeLimits,
): Pick<MetricComparison, 'outcome' | 'obstacle'> {
  const { difference, toBand } = measured;
  if (stopped !== undefined && stopped !== 'tooFew') return { outcome: 'notComparable', obstacle: stopped };
  if (isUnlike) return { outcome: 'notComparable', obstacle: 'differences' };
  if (stopped === 'tooFew' && !withoutVerdicts) return { outcome: 'tooFew' };
  if (difference === undefined) return { outcome: 'notComparable', obstacle: 'noValue' };
  if (withoutVerdicts) return { outcome: 'simulated' };
  if (role === 'exploratory') return { outcome: 'exploratory' };
  if (role === 'guard') {
    const loss = lossOf(definition, measured, inference?.interval);
    return { outcome: guardOutcome(loss, test?.adjusted, definition, limits) };
  }
  if (isOpenEnded && test === undefined) return { outcome: 'notComparable', obstacle: 'openEnded' };
  const found = {
    difference,
    interval: inference?.interval,
    pCorrected: test?.adjusted,
    distanceChange: toBand?.change,
  };
  return { outcome: metricOutcome(definition, found, limits) };
}

/** The loss that a metric's interval allows, in the metric's unit; negative for a gain. For a band, of the distance. */
interface Loss {
  readonly least: number;
  readonly most: number;
}

function lossOf(
  { direction, band }: MetricMetadata,
  { compared: { before } }: TestedMetric['measured'],
  interval: Inference['interval'],
): Loss | undefined {
  if (interval === undefined) return undefined;
  const { low, high } = interval;
  if (direction === 'up') return { least: -high, most: -low };
  if (direction === 'down') return { least: low, most: high };
  if (band === undefined || before === undefined) return undefined;
  // The distance to a band has no maximum between two points, and is least at the point that is nearest to the band.
  const farther = (change: number): number => bandDistance(before + change, band) - bandDistance(before, band);
  const nearest = Math.min(high, Math.max(low, Math.min(band[1], Math.max(band[0], before)) - before));
  return { least: farther(nearest), most: Math.max(farther(low), farther(high)) };
}

/** Holds if its interval allows less than the margin; worse if it allows no gain and its corrected p is significant. */
function guardOutcome(
  loss: Loss | undefined,
  pCorrected = 1,
  { scale }: Pick<MetricMetadata, 'scale'>,
  { guardMargin }: Pick<OutcomeLimits, 'guardMargin'>,
): 'notWorse' | 'worse' | 'noEvidence' {
  if (loss === undefined) return 'noEvidence';
  if (loss.most < marginOfGuard(scale, guardMargin)) return 'notWorse';
  return loss.least > 0 && pCorrected < significanceLevel ? 'worse' : 'noEvidence';
}

/** Units at which a guard's interval would lie inside the margin, if the difference stayed the same. */
function guardUnits(
  { definition, measured, inference, units }: TestedMetric,
  limits: OutcomeLimits,
): number | undefined {
  const { difference } = measured;
  const loss = lossOf(definition, measured, inference?.interval);
  if (loss === undefined || difference === undefined || definition.direction === 'band') return undefined;
  const margin = marginOfGuard(definition.scale, limits.guardMargin);
  const seen = definition.direction === 'up' ? -difference : difference;
  if (seen >= margin) return undefined;
  return Math.ceil(units * Math.max(1, ((loss.most - seen) / (margin - seen)) ** 2));
}

interface TestedDifference extends Pick<MetricComparison, 'interval' | 'pCorrected'> {
  readonly difference: number;
  /** For the direction `band`. */
  readonly distanceChange?: number | undefined;
}

/**
 * The outcome of a tested difference. It is significant only if the corrected p is below 0.05, the interval excludes 0
 * and the difference is at least the smallest that matters. A band is tested by the distance to it.
 */
export function metricOutcome(
  { direction, scale }: Pick<MetricMetadata, 'direction' | 'scale'>,
  { difference, interval, pCorrected, distanceChange = 0 }: TestedDifference,
  { margin, smallest }: OutcomeLimits,
): MetricOutcome {
  const width = scale[1] - scale[0];
  const goodness = direction === 'band' ? -distanceChange : direction === 'down' ? -difference : difference;
  const coversZero = direction !== 'band' && interval !== undefined && interval.low <= 0 && interval.high >= 0;
  const isSignificant = pCorrected !== undefined && pCorrected < significanceLevel && goodness !== 0 && !coversZero;
  if (isSignificant && Math.abs(goodness) >= smallest * width) {
    if (direction === 'none') return 'changed';
    return goodness > 0 ? 'better' : 'worse';
  }
  const limit = (margin ?? 0) * width;
  return interval !== undefined && interval.low > -limit && interval.high < limit ? 'equivalent' : 'noEvidence';
}
