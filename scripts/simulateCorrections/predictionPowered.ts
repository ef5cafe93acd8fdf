import { criticalValue } from '../../src/core/statistics/criticalValue';
import type { Interval } from '../../src/core/statistics/interval';
import type { JudgedGold } from '../../src/core/statistics/judgeLine';
import type { JudgedMean } from '../../src/core/statistics/misclassification';

/**
 * Prediction-powered inference for a mean (Angelopoulos et al., Science 382 (2023), 669-674): the judge's mean plus the mean of human − judge on the
 * labelled replies. Here to compare with, not in use: it takes the labelled replies for a sample of the run's own population.
 */
export function predictionPowered(
  { value, interval }: JudgedMean,
  { scores, counts, clusters, products = [] }: JudgedGold,
): Interval {
  const cells = counts.flatMap((row, human) =>
    row.map((count, judge) => ({ count, difference: (scores[human] ?? 0) - (scores[judge] ?? 0) })),
  );
  const n = cells.reduce((sum, { count }) => sum + count, 0);
  const rectifier = cells.reduce((sum, { count, difference }) => sum + count * difference, 0) / n;
  let variance = 0;
  for (const [a, row] of products.entries()) {
    for (const [b, product] of row.entries()) {
      if (product === 0) continue;
      variance += product * ((cells[a]?.difference ?? 0) - rectifier) * ((cells[b]?.difference ?? 0) - rectifier);
    }
  }
  variance *= clusters / Math.max(1, clusters - 1) / n ** 2;
  const reach =
    criticalValue(0.95) * Math.sqrt(((interval.high - interval.low) / 2 / criticalValue(0.95)) ** 2 + variance);
  return { low: value + rectifier - reach, high: value + rectifier + reach, level: 0.95 };
}
