import { describe, expect, it } from 'vitest';
import type { DerivedMetric } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { differenceMetric } from '../../../src/core/benchmarks/guideeval/metrics';
import { tutorBenchFigureOfMean, tutorBenchMetrics } from '../../../src/core/benchmarks/tutorbench/metrics';
import { createRandom } from '../../../src/core/statistics/random';

const options = { seed: 7, resamples: 4_000, level: 0.95 } as const;
const count = 240;

/** The metric with units of its own making: all else, its way to a figure included, stays. */
function observing<S>(metric: DerivedMetric<S>, values: readonly unknown[]): DerivedMetric<S> {
  return { ...metric, observe: () => values.map((value, index) => ({ unit: `u${index}`, value })) };
}

/** Both intervals come from different draws of the same kind: ends differ by some percent of the width at most. */
function expectAlike(metric: DerivedMetric<never>, shortcut: Partial<Parameters<typeof metricValue>[2]>): void {
  const slow = metricValue({ ...metric, sums: undefined }, [], options);
  const fast = metricValue(metric, [], { ...options, ...shortcut });
  expect(fast.value).toBe(slow.value);
  expect(fast.n).toBe(count);
  const [one, other] = [slow.ci!, fast.ci!];
  const width = one.high - one.low;
  expect(width).toBeGreaterThan(0);
  expect(Math.abs(other.low - one.low)).toBeLessThan(0.12 * width);
  expect(Math.abs(other.high - one.high)).toBeLessThan(0.12 * width);
}

describe('a derived metric that is made of sums', () => {
  const random = createRandom('summed metric');
  const metric = differenceMetric('acc_err', 'b') as DerivedMetric<never>;

  it('has the interval of plain resamples: a difference of means with both sides everywhere', () => {
    const values = Array.from({ length: count }, () => ({ positive: random.int(4), negative: random.int(3) }));
    expectAlike(observing(metric, values), {});
  });

  it('has it where sides are missing', () => {
    const values = Array.from({ length: count }, (_, unit) => ({
      ...(unit % 3 === 0 ? {} : { positive: random.int(4) }),
      ...(unit % 3 === 1 ? {} : { negative: random.int(3) }),
    }));
    expectAlike(observing(metric, values), {});
  });

  it('has it as a function of a mean', () => {
    const score = tutorBenchMetrics.find(({ kind }) => kind === 'derived') as DerivedMetric<never>;
    const values = Array.from({ length: count }, () => random.next() * 1.4 - 0.4);
    expectAlike(observing(score, values), { figureOfMean: tutorBenchFigureOfMean(score) });
  });

  it('does without where the sums give another figure', () => {
    const values = Array.from({ length: count }, () => random.next());
    const score = tutorBenchMetrics.find(({ kind }) => kind === 'derived') as DerivedMetric<never>;
    const plain = metricValue(observing(score, values), [], options);
    const wrong = { of: (mean: number) => mean, linear: { from: 0, to: 1, slope: 1 } };
    expect(metricValue(observing(score, values), [], { ...options, figureOfMean: wrong })).toEqual(plain);
  });
});
