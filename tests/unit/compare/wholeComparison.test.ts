import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../../src/core/compare/comparison';
import { detectableDifference, unitsNeeded } from '../../../src/core/statistics/power';
import { simulatedComparison } from './simulatedComparisons';
import { isThorough } from '../../thorough';

/** What whole comparisons promise, with all their metrics and the correction for them. All streams are seeded. */

function metricsOf({ benchmarks }: Comparison): readonly MetricComparison[] {
  return benchmarks.flatMap(({ metrics }) => metrics);
}

function isSignificant({ outcome }: MetricComparison): boolean {
  return outcome === 'better' || outcome === 'worse';
}

describe('a comparison of nine metrics without a true difference', () => {
  it('calls any of them better or worse at most 5 times in 100', { timeout: 300_000 }, () => {
    const rounds = isThorough ? 1_000 : 80;
    let alarms = 0;
    for (let round = 0; round < rounds; round++) {
      const found = simulatedComparison({
        units: 30,
        shifts: new Array<number>(9).fill(0),
        seed: `alarms/${round}`,
        effort: { resamples: 200, draws: 2_000 },
      });
      if (metricsOf(found).some(isSignificant)) alarms += 1;
    }
    // 5% plus two standard errors. The next line fails for a test that never finds any.
    expect(alarms / rounds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / rounds));
    expect(alarms).toBeGreaterThan(0);
  });
});

describe('the units that a comparison of many metrics asks for', () => {
  it.each(isThorough ? [1, 9, 30] : [3])(
    'find the one true difference among %i metrics about 8 times in 10',
    { timeout: 300_000 },
    (count) => {
      const shifts = Array.from({ length: count }, (_, place) => (place === 0 ? 0.15 : 0));
      const effort = { resamples: 20, draws: 2_000 };
      // A pilot large enough to know the spread. The metric is significant, so it is planned with the first step.
      const pilot = 1_000;
      // Few draws would tell the level of one of thirty metrics by two or three of them.
      const thorough = { resamples: 20, draws: 20_000 };
      const [known] = metricsOf(
        simulatedComparison({ units: pilot, shifts, seed: `pilot/${count}`, effort: thorough }),
      );
      const planLevel = known?.planLevel ?? Number.NaN;
      // Unrelated metrics share the level; what they have in common by chance is little.
      expect(planLevel).toBeGreaterThanOrEqual(0.05 / count);
      expect(planLevel).toBeLessThan(count === 1 ? 0.0501 : 0.07 / count);
      // Three levels lie half a point apart.
      const grain = 0.5;
      const lost = (1.5 * grain) / pilot;
      const standardError =
        ((known?.detectable ?? Number.NaN) - lost) /
        detectableDifference({ standardError: 1, units: pilot, alpha: planLevel });
      const needed = unitsNeeded(0.15, { standardError, units: pilot, alpha: planLevel, grain }) ?? 0;
      const rounds = isThorough ? 400 : 80;
      let significant = 0;
      for (let round = 0; round < rounds; round++) {
        const seed = `planned/${count}/${round}`;
        const [first] = metricsOf(simulatedComparison({ units: needed, shifts, seed, effort }));
        if (first !== undefined && isSignificant(first)) significant += 1;
      }
      // An exact test of coarse labels loses 1 or 2%; two and a half standard errors are 5% of 400 rounds.
      const error = Math.sqrt((0.8 * 0.2) / rounds);
      expect(significant / rounds).toBeGreaterThan(0.78 - 2.5 * error);
      expect(significant / rounds).toBeLessThan(0.82 + 2.5 * error);
    },
  );

  it('are those for the round of the test in which a metric stands', () => {
    // A grid of passes and failures moves the level of one comparison; the mean over several shows the round.
    const runs = Array.from({ length: 12 }, (_, round) =>
      metricsOf(
        simulatedComparison({ units: 60, shifts: [0.3, 0.1, 0, 0], seed: `steps/${round}`, effort: { draws: 20_000 } }),
      ),
    );
    const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    /** Mean planning level times the metrics left in the round; 0.05 if these are the ones that the test has left. */
    const roundLevel = (metrics: readonly MetricComparison[], left: number): number =>
      (sumOf(metrics.map(({ planLevel }) => planLevel ?? 0)) / metrics.length) * left;
    const first = runs.flatMap(([metric]) => (metric?.outcome === 'better' ? [metric] : []));
    expect(first.length).toBeGreaterThan(6);
    expect(roundLevel(first, 4)).toBeGreaterThanOrEqual(0.05);
    expect(roundLevel(first, 4)).toBeLessThan(0.06);
    for (const significant of [0, 1, 2]) {
      const open = runs
        .filter((metrics) => metrics.filter(isSignificant).length === significant)
        .flatMap((metrics) => metrics.filter(({ outcome }) => outcome === 'noEvidence'));
      if (open.length === 0) continue;
      expect(roundLevel(open, 4 - significant)).toBeGreaterThanOrEqual(0.05);
      expect(roundLevel(open, 4 - significant)).toBeLessThan(0.06);
    }
    expect(runs.flat().some(({ needed }) => (needed ?? 0) > 0)).toBe(true);
  });
});
