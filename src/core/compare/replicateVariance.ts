import type { FigureOfMean, MetricDefinition } from '../benchmark/metric';
import { groupedBy } from '../benchmark/samples';
import type { FigureOfPlaces } from '../statistics/bootstrap';
import type { Random } from '../statistics/random';
import { factorOf, figureOf, figureOfPlaces, type ObservedUnit } from './runObservations';

/** The variance of a metric's value in one replicate, in the metric's unit squared, and the degrees of freedom behind it. */
export interface NoiseVariance {
  readonly variance: number;
  readonly degrees: number;
}

type Units = ReadonlyMap<string, ObservedUnit>;

interface Pool {
  readonly column: readonly ObservedUnit[];
  readonly size: number;
}

/** Recombined replicates for statistics that are no mean; their variance is known to about 5 %. */
const recombinations = 800;

/**
 * How much a metric varies between replicates of the same units: repeats of a run, runs of a prompt, judgings of the same replies.
 * Each unit's own spread is what counts, so that a few replicates of many units tell enough; units vary independently of one another.
 * `undefined` when no unit has two values.
 */
export function replicateVariance<S>(
  definition: MetricDefinition<S>,
  replicates: readonly Units[],
  random: Random,
  figureOfMean?: FigureOfMean,
): NoiseVariance | undefined {
  const columns = groupedBy(
    replicates.flatMap((units) => [...units]),
    ([name]) => name,
  );
  const pools = [...columns.values()].map((column) => ({ column: column.map(([, unit]) => unit), size: 1 }));
  return varianceOf(definition, pools, random, figureOfMean);
}

/** The same where plays of one sample are the units: all of them are replicates of one another, and a run is as many as the first has. */
export function unnamedVariance<S>(
  definition: MetricDefinition<S>,
  runs: readonly Units[],
  random: Random,
): NoiseVariance | undefined {
  const column = runs.flatMap((units) => [...units.values()]);
  return varianceOf(definition, [{ column, size: runs[0]?.size ?? 0 }], random, undefined);
}

function varianceOf<S>(
  definition: MetricDefinition<S>,
  pools: readonly Pool[],
  random: Random,
  figureOfMean: FigureOfMean | undefined,
): NoiseVariance | undefined {
  const repeated = pools.filter(({ column }) => column.length > 1);
  const degrees = repeated.reduce((sum, { column }) => sum + column.length - 1, 0);
  if (degrees === 0) return undefined;
  const slope =
    definition.kind === 'mean' ? factorOf(definition) : figureOfMean && slopeOf(definition, pools, figureOfMean);
  if (slope !== undefined) return { variance: slope ** 2 * varianceOfMean(pools), degrees };
  const units = pools.flatMap(({ column }) => column);
  const variance = recombined(pools, figureOfPlaces(definition, units), random);
  const depth = repeated.reduce((sum, { column }) => sum + column.length, 0) / repeated.length;
  // A unit's few replicates vary less than all that there could be, by (depth − 1) / depth.
  return variance === undefined ? undefined : { variance: (variance * depth) / (depth - 1), degrees };
}

/** By how much the metric moves with the mean of these units; `undefined` where it does not evenly, by the first value of each unit. */
function slopeOf<S>(
  definition: MetricDefinition<S>,
  pools: readonly Pool[],
  { of, linear: { from, to, slope } }: FigureOfMean,
): number | undefined {
  const isWithin = ({ value }: ObservedUnit): boolean => typeof value === 'number' && value >= from && value <= to;
  if (!pools.every(({ column }) => column.every(isWithin))) return undefined;
  const first = pools.flatMap(({ column }) => column.slice(0, 1));
  const mean = first.reduce((sum, { value }) => sum + Number(value), 0) / first.length;
  const own = figureOf(definition, first) ?? Number.NaN;
  return Math.abs(of(mean) - own) <= 1e-9 * Math.max(1, Math.abs(own)) ? slope : undefined;
}

/**
 * The variance of Σwv / Σw over one run, to first order: that of Σw(v − R) over the square of Σw, with R the mean over all there is.
 * For a plain mean, where all weights are 1, it is exact.
 */
function varianceOfMean(pools: readonly Pool[]): number {
  let [total, weights] = [0, 0];
  for (const { column, size } of pools) {
    for (const { value, weight } of column) {
      total += (size / column.length) * weight * Number(value);
      weights += (size / column.length) * weight;
    }
  }
  const mean = total / weights;
  let spread = 0;
  for (const { column, size } of pools) {
    spread += size * spreadOf(column.map(({ value, weight }) => weight * (Number(value) - mean)));
  }
  return spread / weights ** 2;
}

/** Several estimates of one variance, each counting by its degrees of freedom. */
export function pooledVariance(found: readonly (NoiseVariance | undefined)[]): NoiseVariance | undefined {
  const usable = found.filter((one) => one !== undefined);
  const degrees = usable.reduce((sum, one) => sum + one.degrees, 0);
  if (degrees === 0) return undefined;
  return { variance: usable.reduce((sum, one) => sum + one.variance * one.degrees, 0) / degrees, degrees };
}

/** Variance with n − 1; 0 for a single value, which counts as steady. */
function spreadOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
}

/** The variance of a statistic over runs that are put together anew from what each unit may be. */
function recombined(pools: readonly Pool[], statisticOf: FigureOfPlaces, random: Random): number | undefined {
  // Of each unit of a run: where its column begins among all columns, and how long it is.
  let from = 0;
  const drawn = pools.flatMap(({ column: { length: depth }, size }) => {
    from += depth;
    return Array.from({ length: size }, () => ({ from: from - depth, depth }));
  });
  const figures = Array.from({ length: recombinations }, () =>
    statisticOf(Uint32Array.from(drawn, ({ from: start, depth }) => start + random.int(depth))),
  ).filter((figure) => figure !== undefined && Number.isFinite(figure)) as number[];
  return figures.length < recombinations / 2 ? undefined : spreadOf(figures);
}
