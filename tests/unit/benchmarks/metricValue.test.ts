import { describe, expect, it } from 'vitest';
import type { DerivedMetric, MeanMetric, Observation } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { wilsonInterval } from '../../../src/core/statistics/interval';

const options = { seed: 7, resamples: 500 } as const;
const head = {
  id: 'm',
  title: 'M',
  explain: 'A metric.',
  unit: 'share',
  direction: 'up',
  scale: [0, 1],
  judges: ['j'],
} as const;

function mean(observations: readonly Observation[], more: Partial<MeanMetric<unknown>> = {}): MeanMetric<unknown> {
  return { kind: 'mean', ...head, ...more, observe: () => observations };
}

function units(...values: readonly (number | undefined)[]): Observation[] {
  return values.map((value, index) => ({ unit: `u${index}`, value }));
}

describe('metricValue of a mean', () => {
  it('takes Wilson for plain successes, counts them and those left out', () => {
    const value = metricValue(mean(units(1, 1, 0, undefined, 1)), [], options);
    expect(value).toEqual({
      ...head,
      value: 0.75,
      n: 4,
      excluded: 1,
      hits: 3,
      ci: wilsonInterval(3, 4),
      ciMethod: 'wilson',
    });
  });

  it('shows percent metrics times 100, the interval too', () => {
    const value = metricValue(mean(units(1, 0), { unit: 'percent', scale: [0, 100] }), [], options);
    const interval = wilsonInterval(1, 2);
    expect(value).toMatchObject({
      value: 50,
      hits: 1,
      ci: { low: (interval?.low ?? 0) * 100, high: (interval?.high ?? 0) * 100 },
    });
  });

  it('takes the bootstrap for anything else, the same for the same seed', () => {
    const value = metricValue(mean(units(0.5, 1, 0, 1)), [], options);
    expect(value).toMatchObject({ value: 0.625, n: 4, ciMethod: 'bootstrap' });
    expect(value.hits).toBeUndefined();
    expect(value.ci?.low).toBeLessThan(0.625);
    expect(value.ci?.high).toBeGreaterThan(0.625);
    expect(metricValue(mean(units(0.5, 1, 0, 1)), [], options)).toEqual(value);
  });

  it('does not take levels that happen to be 0 and 1 for a proportion', () => {
    const value = metricValue(mean(units(0, 1, 1), { unit: 'level', scale: [0, 3] }), [], options);
    expect(value.ciMethod).toBe('bootstrap');
    expect(value.hits).toBeUndefined();
  });

  it('weights units by their messages, and counts the units', () => {
    const observations = [
      { unit: 'a', value: 1, weight: 3 },
      { unit: 'b', value: 0, weight: 1 },
      { unit: 'c', value: undefined, weight: 10 },
    ];
    expect(metricValue(mean(observations), [], options)).toMatchObject({
      value: 0.75,
      n: 2,
      excluded: 1,
      ciMethod: 'bootstrap',
    });
  });

  it('is undefined, not 0, without a usable unit, and has no interval for a lone fraction', () => {
    expect(metricValue(mean(units(undefined)), [], options)).toEqual({ ...head, value: undefined, n: 0, excluded: 1 });
    expect(metricValue(mean([]), [], options)).toMatchObject({ value: undefined, n: 0, excluded: 0 });
    expect(metricValue(mean(units(0.5)), [], options)).toEqual({ ...head, value: 0.5, n: 1, excluded: 0 });
  });
});

describe('metricValue of a derived metric', () => {
  const longest: DerivedMetric<unknown> = {
    kind: 'derived',
    ...head,
    unit: 'points',
    observe: () => [
      { unit: 'a', value: 3 },
      { unit: 'b', value: 5 },
      { unit: 'c', value: undefined },
    ],
    estimate: (values) =>
      values.length === 0 ? undefined : Math.max(...values.filter((value) => typeof value === 'number')),
  };

  it('estimates from the usable units and bootstraps over them', () => {
    expect(metricValue(longest, [], options)).toMatchObject({
      value: 5,
      n: 2,
      excluded: 1,
      ci: { low: 3, high: 5 },
      ciMethod: 'bootstrap',
    });
  });

  it('is undefined where the estimate is', () => {
    expect(metricValue({ ...longest, estimate: () => undefined }, [], options)).toMatchObject({
      value: undefined,
      n: 2,
    });
    expect(metricValue({ ...longest, observe: () => [] }, [], options)).toMatchObject({ value: undefined, n: 0 });
  });
});
