import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { unitsText } from '../../../src/core/compare/describeComparison';
import { areTooFew } from '../../../src/core/compare/inference';
import { fisherExactP } from '../../../src/core/statistics/exactTests';
import { newcombeInterval } from '../../../src/core/statistics/interval';
import type { RunSession } from '../../../src/core/run/runSession';
import { comparedSession, labelMetric, options } from './comparedSessions';

/** Each conversation is a unit, named after its task and repeat as SocratesBench does. */
const conversations = {
  ...labelMetric({ unit: 'percent', scale: [0, 100] }),
  observe: ((results) =>
    results.flatMap(({ sample, repeats }) =>
      repeats.map(({ repeat, verdicts }) => {
        const label = verdicts[0]?.label;
        return { unit: `${sample.id}#${repeat}`, value: typeof label === 'number' ? label : undefined };
      }),
    )) as ReturnType<typeof labelMetric>['observe'],
};
const clusters = {
  ...conversations,
  id: 'Clusters',
  observe: ((results, policy) =>
    conversations
      .observe(results, policy)
      .map((one, place) => ({ ...one, weight: 10 + (place % 2) }))) as typeof conversations.observe,
};

function run(labels: readonly number[]): RunSession {
  return comparedSession({
    trials: { task: labels },
    repeats: labels.length,
    metrics: [conversations, clusters],
    benchmark: { trialsAreUnits: () => true },
  });
}

describe('conversations without a partner', () => {
  const before = run([0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  const after = run([1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);

  it('are two groups: Newcombe’s interval and Fisher’s test for passes', () => {
    const [plain] = compareRuns(before, after, options).benchmarks[0]!.metrics;
    const expected = newcombeInterval({ successes: 1, n: 10 }, { successes: 9, n: 10 })!;
    expect(plain).toMatchObject({ design: 'unpaired', pairs: 0, test: 'fisher', outcome: 'better' });
    expect(unitsText(plain!)).toBe('10 and 10');
    expect(plain!.difference).toBeCloseTo(80, 9);
    expect(plain!.p).toBe(fisherExactP({ successes: 1, n: 10 }, { successes: 9, n: 10 }));
    expect(plain!.interval!.low).toBeCloseTo(100 * expected.low, 9);
    expect(plain!.interval!.high).toBeCloseTo(100 * expected.high, 9);
  });

  it('are resampled and permuted whole where messages are pooled', () => {
    const [, cluster] = compareRuns(before, after, { ...options, draws: 4_000 }).benchmarks[0]!.metrics;
    expect(cluster).toMatchObject({ design: 'unpaired', test: 'labels', outcome: 'better' });
    // Nearly equal clusters that all pass or fail: the permutation of labels is nearly Fisher's test.
    const exact = fisherExactP({ successes: 1, n: 10 }, { successes: 9, n: 10 });
    expect(cluster!.p!).toBeLessThan(exact + 0.003);
    expect(cluster!.interval!.low).toBeGreaterThan(40);
    expect(cluster!.interval!.high).toBeLessThanOrEqual(100);
  });

  it('do not depend on which conversation has which number', () => {
    const turned = run([0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    const [one] = compareRuns(before, after, options).benchmarks[0]!.metrics;
    const [other] = compareRuns(turned, after, options).benchmarks[0]!.metrics;
    expect(other).toEqual(one);
  });

  it('are too few where no split of them could tell', () => {
    expect(areTooFew(3, 3)).toBe(true);
    expect(areTooFew(4, 4)).toBe(false);
    expect(areTooFew(0, 50)).toBe(true);
    expect(areTooFew(1, 50)).toBe(false);
    const [metric] = compareRuns(run([0, 0, 0]), run([1, 1, 1]), options).benchmarks[0]!.metrics;
    expect(metric).toMatchObject({ outcome: 'tooFew', design: 'unpaired', difference: 100 });
  });
});
