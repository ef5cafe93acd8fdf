import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { greatest, mixedChances, type HeadChances } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { confusionScores } from './confusionScores';

/** How the heads' chances become a label. */
export interface Decision {
  readonly mix: Triple;
  readonly offsets: Triple;
}

/** Weights of the heads that are tried, in quarters: equal ones first. */
const third = 1 / 3;
export const mixes: readonly Triple[] = [
  [third, third, third],
  [0.5, 0.25, 0.25],
  [0.25, 0.5, 0.25],
  [0.25, 0.25, 0.5],
  [0.5, 0.5, 0],
  [0.5, 0, 0.5],
  [0, 0.5, 0.5],
];

const steps = [-1.6, -1.2, -0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9, 1.2, 1.6, 2, 2.4];

/**
 * Chooses the mix with the least log loss, then the offsets with the best sum of macro-F1 and half of kappa and of Pearson's
 * correlation, averaged over neighbouring offsets so that one lucky reply does not decide. All from chances for replies that the heads did not see.
 */
export function chooseDecision(
  chances: readonly HeadChances[],
  codes: readonly number[],
  tried: readonly Triple[] = mixes,
): Decision {
  let mix = tried[0] ?? [third, third, third];
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of tried) {
    const loss = chances.reduce(
      (sum, heads, row) => sum - Math.log(1e-9 + (mixedChances(heads, candidate)[codes[row] ?? 0] ?? 0)),
      0,
    );
    if (loss < least) [mix, least] = [candidate, loss];
  }
  const mixed = chances.map((heads) => mixedChances(heads, mix));
  return { mix, offsets: chooseOffsets(mixed, codes) };
}

function chooseOffsets(chances: readonly Float64Array[], codes: readonly number[]): Triple {
  const worth = steps.map((second) => steps.map((third) => worthOf(chances, codes, [0, second, third])));
  let best: Triple = [0, 0, 0];
  let most = Number.NEGATIVE_INFINITY;
  for (const [row, second] of steps.entries()) {
    for (const [column, third] of steps.entries()) {
      const smooth = smoothed(worth, row, column);
      if (smooth > most) [best, most] = [[0, second, third], smooth];
    }
  }
  return best;
}

function worthOf(chances: readonly Float64Array[], codes: readonly number[], offsets: Triple): number {
  const counts = new Float64Array(9);
  for (const [row, own] of chances.entries()) {
    const cell = 3 * (codes[row] ?? 0) + greatest(own, offsets);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const { macroF1, kappa, pearson } = confusionScores(counts);
  return macroF1 + 0.5 * kappa + 0.5 * pearson;
}

/** Weighted mean over a place and its neighbours, by 4, 2 and 1. */
function smoothed(worth: readonly (readonly number[])[], row: number, column: number): number {
  let sum = 0;
  let weights = 0;
  for (const down of [-1, 0, 1]) {
    for (const across of [-1, 0, 1]) {
      const value = worth[row + down]?.[column + across];
      if (value === undefined) continue;
      const weight = (down === 0 ? 2 : 1) * (across === 0 ? 2 : 1);
      sum += weight * value;
      weights += weight;
    }
  }
  return sum / weights;
}
