import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { greatest } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { macroF1Of } from '../../src/core/trust/dimensionAgreement';
import { stratifiedKappa } from '../../src/core/statistics/kappa';

/** A labelled reply with chances by a model that had not seen it. */
export interface HeldOutChances {
  readonly chances: Float64Array;
  readonly code: number;
  readonly tutor: string;
}

const steps = [-1.6, -1.2, -0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9, 1.2, 1.6, 2, 2.4];

/**
 * Offsets with the best sum of kappa within tutors and half of macro-F1. Averages over neighbouring offsets, so that
 * one lucky reply does not decide.
 */
export function chooseOffsets(replies: readonly HeldOutChances[]): Triple {
  const tutors = new Map([...new Set(replies.map(({ tutor }) => tutor))].map((tutor, index) => [tutor, index]));
  const strata = replies.map(({ tutor }) => tutors.get(tutor) ?? 0);
  const worthOf = (offsets: Triple): number => {
    const counts = Array.from({ length: 3 }, () => [0, 0, 0]);
    const pairs: number[] = [];
    for (const [index, { chances, code }] of replies.entries()) {
      const said = greatest(chances, offsets);
      pairs.push(strata[index] ?? 0, code, said);
      const row = counts[code];
      if (row !== undefined) row[said] = (row[said] ?? 0) + 1;
    }
    return (
      (stratifiedKappa([pairs], { strata: tutors.size, labels: 3 }) ?? 0) +
      0.5 * (macroF1Of({ counts, failed: [] }) ?? 0)
    );
  };
  const worth = steps.map((second) => steps.map((third) => worthOf([0, second, third])));
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
