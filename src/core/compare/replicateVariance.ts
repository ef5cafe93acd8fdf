import type { MetricDefinition } from '../benchmarks/metric';
import type { Random } from '../statistics/random';
import { factorOf, figureOf, type ObservedUnit } from './runObservations';

/** The variance of a metric's value in one replicate, in the metric's unit squared, and the degrees of freedom behind it. */
export interface NoiseVariance {
  readonly variance: number;
  readonly degrees: number;
}

type Units = ReadonlyMap<string, ObservedUnit>;

/** Recombined replicates for figures that are no plain mean; their variance is known to about 5 %. */
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
): NoiseVariance | undefined {
  const columns = byUnit(replicates);
  const degrees = columns.reduce((sum, column) => sum + column.length - 1, 0);
  if (degrees === 0) return undefined;
  const isPlain = definition.kind === 'mean' && columns.flat().every(({ weight }) => weight === 1);
  if (isPlain) {
    const variances = columns.reduce((sum, column) => sum + spreadOf(column.map(({ value }) => Number(value))), 0);
    return { variance: (factorOf(definition) ** 2 * variances) / columns.length ** 2, degrees };
  }
  const repeated = columns.filter((column) => column.length > 1);
  const depth = repeated.reduce((sum, column) => sum + column.length, 0) / repeated.length;
  const variance = recombined(definition, () => columns.map((column) => drawn(column, random)));
  // A unit's few replicates vary less than all that there could be, by (depth − 1) / depth.
  return variance === undefined ? undefined : { variance: (variance * depth) / (depth - 1), degrees };
}

/**
 * The same where conversations have no identity across runs: all conversations of a task are replicates of one another, and a run is
 * as many of them as the first run has.
 */
export function unnamedVariance<S>(
  definition: MetricDefinition<S>,
  runs: readonly Units[],
  random: Random,
): NoiseVariance | undefined {
  const pools = new Map<string, ObservedUnit[]>();
  const sizes = new Map<string, number>();
  for (const [place, units] of runs.entries()) {
    for (const [name, unit] of units) {
      const task = name.replace(/#\d+$/u, '');
      pools.set(task, [...(pools.get(task) ?? []), unit]);
      if (place === 0) sizes.set(task, (sizes.get(task) ?? 0) + 1);
    }
  }
  const repeated = [...pools].filter(([task, pool]) => pool.length > 1 && sizes.has(task));
  const degrees = repeated.reduce((sum, [, pool]) => sum + pool.length - 1, 0);
  if (degrees === 0) return undefined;
  const depth = repeated.reduce((sum, [, pool]) => sum + pool.length, 0) / repeated.length;
  const variance = recombined(definition, () =>
    [...sizes].flatMap(([task, size]) => Array.from({ length: size }, () => drawn(pools.get(task) ?? [], random))),
  );
  return variance === undefined ? undefined : { variance: (variance * depth) / (depth - 1), degrees };
}

/** Several estimates of one variance, each counting by its degrees of freedom. */
export function pooledVariance(found: readonly (NoiseVariance | undefined)[]): NoiseVariance | undefined {
  const usable = found.filter((one) => one !== undefined);
  const degrees = usable.reduce((sum, one) => sum + one.degrees, 0);
  if (degrees === 0) return undefined;
  return { variance: usable.reduce((sum, one) => sum + one.variance * one.degrees, 0) / degrees, degrees };
}

function byUnit(replicates: readonly Units[]): readonly (readonly ObservedUnit[])[] {
  const columns = new Map<string, ObservedUnit[]>();
  for (const units of replicates) {
    for (const [name, unit] of units) {
      const column = columns.get(name);
      if (column === undefined) columns.set(name, [unit]);
      else column.push(unit);
    }
  }
  return [...columns.values()];
}

/** Variance with n − 1; 0 for a single value, which says nothing of its own and counts as steady. */
function spreadOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
}

function recombined<S>(definition: MetricDefinition<S>, combine: () => readonly ObservedUnit[]): number | undefined {
  const figures: number[] = [];
  for (let round = 0; round < recombinations; round++) {
    const figure = figureOf(definition, combine());
    if (figure !== undefined) figures.push(figure);
  }
  return figures.length < recombinations / 2 ? undefined : spreadOf(figures);
}

function drawn(column: readonly ObservedUnit[], random: Random): ObservedUnit {
  return column[random.int(column.length)] ?? { value: undefined, weight: 1 };
}
