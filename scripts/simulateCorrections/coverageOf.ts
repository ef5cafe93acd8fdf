import { criticalValue } from '../../src/core/statistics/criticalValue';
import type { Interval } from '../../src/core/statistics/interval';
import { correctedMean, type JudgedMean } from '../../src/core/statistics/misclassification';
import { createRandom } from '../../src/core/statistics/random';
import { wilsonInterval } from '../../src/core/statistics/wilson';
import { populationsOf, type Cell } from './cells';
import { drawGold, drawRun, truthOf } from './population';
import { predictionPowered } from './predictionPowered';

/** How often intervals hold the mean of people's labels, in one setting. */
export interface Coverage {
  readonly cell: Cell;
  /** Share of the corrected scores whose interval holds the truth; `undefined` where none was given. */
  readonly corrected: number | undefined;
  /** Share of the runs that got a corrected score. */
  readonly given: number;
  /** Median width of the corrected intervals, in score units from 0 to 1. */
  readonly width: number | undefined;
  /** The same share for the judge's own score, and for prediction-powered inference. */
  readonly raw: number;
  readonly predictionPowered: number;
}

/** Draws a setting `runs` times. The same seed, the same figures. */
export function coverageOf(cell: Cell, runs: number): Coverage {
  const random = createRandom(`corrections/${JSON.stringify(cell)}`);
  const populations = populationsOf(cell);
  const truth = truthOf(populations.run);
  const holds = ({ low, high }: Interval): boolean => low <= truth && truth <= high;
  const widths: number[] = [];
  let correctedHolds = 0;
  let rawHolds = 0;
  let poweredHolds = 0;
  for (let run = 0; run < runs; run++) {
    const gold = drawGold(populations.gold, cell.goldN, cell.clusterSize, random);
    const judged = judgedMean(drawRun(populations.run, cell.runN, random), populations.run.scores);
    const found = correctedMean(judged, gold);
    if (found.kind === 'corrected') {
      widths.push(found.interval.high - found.interval.low);
      correctedHolds += Number(holds(found.interval));
    }
    rawHolds += Number(holds(judged.interval));
    poweredHolds += Number(holds(predictionPowered(judged, gold)));
  }
  widths.sort((a, b) => a - b);
  return {
    cell,
    corrected: widths.length === 0 ? undefined : correctedHolds / widths.length,
    given: widths.length / runs,
    width: widths[Math.floor(widths.length / 2)],
    raw: rawHolds / runs,
    predictionPowered: poweredHolds / runs,
  };
}

/** Shares have Wilson's interval, as in a report; other means the normal one in the place of the bootstrap, which is like it. */
export function judgedMean(counts: readonly number[], scores: readonly number[]): JudgedMean {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, label) => sum + count * (scores[label] ?? 0), 0) / n;
  if (scores.every((score) => score === 0 || score === 1)) {
    return { value: mean, interval: wilsonInterval(mean * n, n) ?? nowhere, scale };
  }
  const squares = counts.reduce((sum, count, label) => sum + count * ((scores[label] ?? 0) - mean) ** 2, 0);
  const reach = criticalValue(0.95) * Math.sqrt(squares / (n - 1) / n);
  return { value: mean, interval: { low: mean - reach, high: mean + reach, level: 0.95 }, scale };
}

const scale = [0, 1] as const;
const nowhere: Interval = { low: 0, high: 1, level: 0.95 };
