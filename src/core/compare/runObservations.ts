import type { MetricDefinition } from '../benchmark/metric';
import { areWeighted } from '../benchmark/metricValue';
import { figureOfSums, type FigureOfPlaces } from '../statistics/bootstrap';
import type { RunFigure } from './comparison';

/** `weight` is 1 unless more stands behind the unit's rate. */
export interface ObservedUnit {
  readonly value: unknown;
  readonly weight: number;
}

/** A metric's usable units in one run by id, and its value over them. */
export interface RunObservations {
  readonly units: ReadonlyMap<string, ObservedUnit>;
  readonly weighted: boolean;
  readonly figure: RunFigure;
}

interface Observed {
  readonly unit: string;
  readonly value: unknown;
  readonly weight?: number;
  readonly units?: number;
}

/** Numbers of mean metrics are shares for the units `share` and `percent`; this brings them to the metric's own unit. */
export function factorOf({ kind, unit }: Pick<MetricDefinition<never>, 'kind' | 'unit'>): number {
  return kind === 'mean' && unit === 'percent' ? 100 : 1;
}

/** A unit that is observed twice counts once, the first time. */
export function runObservations<S>(
  definition: MetricDefinition<S>,
  observations: readonly Observed[],
): RunObservations {
  const units = new Map<string, ObservedUnit>();
  const without = new Set<string>();
  const isUsable = (value: unknown, weight: number): boolean =>
    definition.kind === 'derived'
      ? value !== undefined
      : Number.isFinite(value) && weight > 0 && Number.isFinite(weight);
  let n = 0;
  for (const { unit, value, weight = 1, units: behind = 1 } of observations) {
    if (units.has(unit)) continue;
    if (isUsable(value, weight)) {
      units.set(unit, { value, weight });
      n += behind;
      without.delete(unit);
    } else without.add(unit);
  }
  const values = [...units.values()];
  return {
    units,
    weighted: definition.kind === 'mean' && areWeighted(values),
    figure: { value: figureOf(definition, values), n, excluded: without.size },
  };
}

export function figureOf<S>(definition: MetricDefinition<S>, units: readonly ObservedUnit[]): number | undefined {
  return units.length === 0 ? undefined : figureOfPlaces(definition, units)(Uint32Array.from(units.keys()));
}

export function figureOfPlaces<S>(definition: MetricDefinition<S>, units: readonly ObservedUnit[]): FigureOfPlaces {
  const finite = (value = Number.NaN): number | undefined => (Number.isFinite(value) ? value : undefined);
  if (definition.kind === 'derived') {
    const drawn: unknown[] = [];
    return (places) => {
      drawn.length = places.length;
      for (const [index, place] of places.entries()) drawn[index] = units[place]?.value;
      return finite(definition.estimate(drawn));
    };
  }
  const factor = factorOf(definition);
  const features = Float64Array.from(units.flatMap(({ value, weight }) => [Number(value) * weight, weight]));
  const mean = figureOfSums({
    features,
    width: 2,
    units: units.length,
    estimate: ([total = 0, weights = 0]) => (total / weights) * factor,
  });
  return (places) => finite(mean(places));
}
