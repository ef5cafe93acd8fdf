import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, ComparisonOptions } from '../../../src/core/compare/comparison';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { createRandom, type Random } from '../../../src/core/statistics/random';
import type { ToySample } from '../report/reportFixture';
import { comparedSession, labelMetric, options } from './comparedSessions';

/** Levels of a simulated metric: 0, 1/2 and 1. */
const levels = 3;

/** A whole comparison to simulate: `shifts` has the true difference of each metric, whose number is theirs. */
export interface SimulatedComparison {
  readonly units: number;
  readonly shifts: readonly number[];
  readonly seed: string;
  readonly effort?: Pick<ComparisonOptions, 'resamples' | 'draws'>;
}

/**
 * Two runs with one metric per shift, compared as the product does. A verdict's label holds one three-level digit per
 * metric, so that every metric has its own noise.
 */
export function simulatedComparison({ units, shifts, seed, effort }: SimulatedComparison): Comparison {
  const random = createRandom(seed);
  const before: Record<string, string[]> = {};
  const after: Record<string, string[]> = {};
  for (let unit = 0; unit < units; unit++) {
    const chances = shifts.map(() => 0.2 + 0.55 * random.next());
    before[`s${unit}`] = [chances.map((chance) => digit(random, chance)).join('')];
    after[`s${unit}`] = [chances.map((chance, place) => digit(random, chance + (shifts[place] ?? 0))).join('')];
  }
  const metrics = shifts.map((_, place) => digitMetric(place));
  const [one, other] = [before, after].map((trials) => comparedSession({ trials, metrics }));
  if (one === undefined || other === undefined) throw new Error('Two runs were made.');
  return compareRuns(one, other, { ...options, seed, ...effort });
}

function digit(random: Random, chance: number): number {
  let count = 0;
  for (let trial = 1; trial < levels; trial++) count += random.next() < chance ? 1 : 0;
  return count;
}

function digitMetric(place: number): MeanMetric<ToySample> {
  return {
    ...labelMetric({ id: `metric ${place}`, title: `Metric ${place}` }),
    observe: (results) =>
      results.map(({ sample, repeats }) => ({
        unit: sample.id,
        value: Number(String(repeats[0]?.verdicts[0]?.label).charAt(place)) / (levels - 1),
      })),
  };
}
