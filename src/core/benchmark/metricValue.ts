import { bootstrapInterval, estimateOf, resamplesFor, summedInterval, type UnitSums } from '../statistics/bootstrap';
import { type Part, spreadInterval, withHiddenSpread } from '../statistics/hiddenSpread';
import { type Interval, type NormalLevel, wilsonInterval } from '../statistics/interval';
import { createRandom, type Random } from '../statistics/random';
import type {
  DerivedMetric,
  FigureOfMean,
  MeanMetric,
  MetricDefinition,
  MetricHead,
  MetricValue,
  Observation,
} from './metric';
import { defaultPolicy, type ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';

/** How intervals are drawn: the same options and results give the same interval. */
export interface MetricValueOptions {
  readonly seed: number | string;
  /** At most; many units get fewer. */
  readonly resamples: number;
  /** Confidence as a share. */
  readonly level: NormalLevel;
  /** How verdicts are counted; the defaults when absent. */
  readonly policy?: ProtocolPolicy;
  /** Where the metric is derived and a function of the mean of its units' numbers. */
  readonly figureOfMean?: FigureOfMean | undefined;
}

/**
 * One metric over the results of one run and one judge. The interval is Wilson's where every unit is a plain success or
 * failure, else a percentile bootstrap over units. Without a usable unit the value is undefined, never 0.
 */
export function metricValue<S>(
  definition: MetricDefinition<S>,
  results: readonly SampleResult<S>[],
  options: MetricValueOptions,
): MetricValue {
  // A stream per metric, so that a metric's interval does not depend on which others are shown.
  const random = createRandom(`${options.seed}/${definition.block ?? ''}/${definition.id}`);
  const policy = options.policy ?? defaultPolicy;
  const observations = definition.observe(results, policy);
  const value =
    definition.kind === 'mean'
      ? meanValue(definition, observations as readonly Observation[], options, random)
      : derivedValue(definition, observations, options, random);
  return { ...value, ...unscoredPlays(definition, observations, results, policy) };
}

/**
 * A unit of several plays has a value as long as one of them has. What its other plays lack is found by observing each round of plays by
 * itself. Nothing where samples were played once, as then a unit without a value is a play without one.
 */
function unscoredPlays<S>(
  definition: MetricDefinition<S>,
  observations: readonly { readonly unit: string; readonly value: unknown }[],
  results: readonly SampleResult<S>[],
  policy: ProtocolPolicy,
): Pick<MetricValue, 'excluded' | 'incomplete'> | undefined {
  const rounds = new Set(results.flatMap(({ repeats }) => repeats.map(({ repeat }) => repeat)));
  if (rounds.size < 2 || observations.length === 0) return undefined;
  const lacking = [...rounds].flatMap((round) => {
    const played = results.flatMap(({ sample, repeats }) => {
      const own = repeats.filter(({ repeat }) => repeat === round);
      return own.length === 0 ? [] : [{ sample, repeats: own }];
    });
    return definition.observe(played, policy).flatMap(({ unit, value }) => (value === undefined ? [unit] : []));
  });
  const without = observations.filter(({ value }) => value === undefined);
  const valued = new Set(observations.flatMap(({ unit, value }) => (value === undefined ? [] : [unit])));
  const incomplete = new Set(lacking.filter((unit) => valued.has(unit))).size;
  // A metric of the run as a whole may observe nothing in a single round.
  return { excluded: Math.max(without.length, lacking.length), ...(incomplete === 0 ? {} : { incomplete }) };
}

type Usable = Observation & { readonly value: number };

function meanValue<S>(
  definition: MeanMetric<S>,
  observations: readonly Observation[],
  { resamples, level }: MetricValueOptions,
  random: Random,
): MetricValue {
  const usable = observations.filter((one): one is Usable => one.value !== undefined && Number.isFinite(one.value));
  const weights = areWeighted(usable) ? usable.map(({ weight }) => weight ?? 1) : undefined;
  const n = sum(usable.map(({ units = 1 }) => units));
  const base = { ...headOf(definition), n, excluded: observations.length - usable.length };
  const whole = weights === undefined ? usable.length : sum(weights);
  if (whole === 0) return { ...base, value: undefined };
  const total = sum(usable.map(({ value }, index) => value * (weights?.[index] ?? 1)));
  const factor = definition.unit === 'percent' ? 100 : 1;
  const value = (total / whole) * factor;
  if (isShare(definition) && weights === undefined && usable.every((one) => one.value === 0 || one.value === 1)) {
    return { ...base, value, hits: total, ...wilson(wilsonInterval(total, n, level), factor) };
  }
  const values = usable.map((one) => one.value);
  const rounds = resamplesFor(values.length, resamples);
  const drawn = summedInterval(meanSums(values, weights), { random, resamples: rounds, level });
  return { ...base, value, ...resampled(drawn, { value, units: values.length, definition, level, factor }) };
}

/** Whether some units weigh more than others; where all weigh alike, their mean is a plain one. */
export function areWeighted(units: readonly { readonly weight?: number }[]): boolean {
  return units.some(({ weight = 1 }) => weight !== (units[0]?.weight ?? 1));
}

/** A share of something that a unit has or lacks, not points that may be below zero. */
export function isShare({ unit, scale }: Pick<MetricHead, 'unit' | 'scale'>): boolean {
  return (unit === 'share' || unit === 'percent') && scale[0] === 0;
}

function derivedValue<S>(
  definition: DerivedMetric<S>,
  observations: readonly { readonly value: unknown }[],
  { resamples, level, figureOfMean }: MetricValueOptions,
  random: Random,
): MetricValue {
  const values = observations.map(({ value }) => value).filter((value) => value !== undefined);
  const base = { ...headOf(definition), n: values.length, excluded: observations.length - values.length };
  const value = values.length === 0 ? undefined : definition.estimate(values);
  if (value === undefined || !Number.isFinite(value)) {
    const lacking = definition.lacking?.(values);
    return { ...base, value: undefined, ...(lacking === undefined ? {} : { lacking }) };
  }
  const sums = sumsOf(definition, values, value, figureOfMean);
  const drawing = { random, resamples: resamplesFor(values.length, resamples), level };
  const drawn =
    sums === undefined
      ? bootstrapInterval(values, (resample) => definition.estimate(resample), drawing)
      : summedInterval(sums, drawing);
  const parts = definition.parts?.(values) ?? [];
  return { ...base, value, ...resampled(drawn, { value, units: values.length, definition, level, factor: 1, parts }) };
}

/** Σv / n, or Σwv / Σw; without a figure where the weights drawn are all 0. */
function meanSums(values: readonly number[], weights: readonly number[] | undefined): UnitSums {
  const units = values.length;
  if (weights === undefined) {
    return { features: Float64Array.from(values), width: 1, units, estimate: ([total = 0]) => total / units };
  }
  const features = new Float64Array(2 * units);
  for (const [unit, value] of values.entries()) {
    const weight = weights[unit] ?? Number.NaN;
    features[2 * unit] = value * weight;
    features[2 * unit + 1] = weight;
  }
  return { features, width: 2, units, estimate: ([total = 0, whole = 0]) => (whole > 0 ? total / whole : Number.NaN) };
}

/** A derived metric as sums over its units; `undefined` where it is none, or not so on these values. */
function sumsOf<S>(
  definition: DerivedMetric<S>,
  values: readonly unknown[],
  value: number,
  figureOfMean: FigureOfMean | undefined,
): UnitSums | undefined {
  const sums = definition.sums?.(values) ?? sumsOfMean(values, figureOfMean);
  if (sums === undefined) return undefined;
  return Math.abs(estimateOf(sums) - value) <= 1e-9 * Math.max(1, Math.abs(value)) ? sums : undefined;
}

function sumsOfMean(values: readonly unknown[], figureOfMean: FigureOfMean | undefined): UnitSums | undefined {
  if (figureOfMean === undefined || !values.every((one): one is number => Number.isFinite(one))) return undefined;
  const { features, width, units } = meanSums(values, undefined);
  return { features, width, units, estimate: ([total = 0]) => figureOfMean.of(total / units) };
}

/** The head alone, as a metric’s value carries it. */
export function headOf(definition: MetricHead): MetricHead {
  const { id, block, title, explain, unit, direction, scale, band, judges } = definition;
  return {
    id,
    ...(block === undefined ? {} : { block }),
    title,
    explain,
    unit,
    direction,
    scale,
    ...(band === undefined ? {} : { band }),
    judges,
  };
}

function wilson(found: Interval | undefined, factor: number): Pick<MetricValue, 'ci' | 'ciMethod'> {
  return found === undefined ? {} : { ci: scaled(found, factor), ciMethod: 'wilson' };
}

interface DrawnMetric {
  readonly value: number;
  readonly units: number;
  readonly definition: MetricHead;
  readonly level: NormalLevel;
  readonly factor: number;
  readonly parts?: readonly Part[];
}

/** Where the units show no spread, Wilson's limits say how much they may hide: as a share of the scale, so that there has to be one. */
function resampled(
  found: Interval | undefined,
  { definition: { scale, isOpen }, factor, level, parts = [], ...of }: DrawnMetric,
): Pick<MetricValue, 'ci' | 'ciMethod' | 'lacking'> {
  if (found === undefined) return {};
  const drawn = scaled(found, factor);
  const spread = spreadInterval(drawn, { ...of, scale }, level) ?? drawn;
  if (spread !== drawn && isOpen === true) {
    return { lacking: `all ${of.units} are alike, and a scale without an end does not say how far others can be` };
  }
  const widened = withHiddenSpread(drawn, of.value, parts, scale, level);
  return { ci: widened === drawn ? spread : widened, ciMethod: spread === drawn ? 'bootstrap' : 'wilson' };
}

function scaled({ low, high, level }: Interval, factor: number): Interval {
  return { low: low * factor, high: high * factor, level };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
