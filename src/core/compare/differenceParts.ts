import type { MetricDefinition } from '../benchmarks/metric';
import type { Part } from '../statistics/hiddenSpread';
import { factorOf, type ObservedUnit } from './runObservations';

/** The means that a metric's difference is made of where each unit stands in both runs: differences of the metric's own parts. */
export function pairedParts<S>(
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
export function unpairedParts<S>(
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
