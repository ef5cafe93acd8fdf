import { exactSignShare } from '../statistics/exactSigns';
import { mcnemarExactP } from '../statistics/mcnemar';
import { exactExchangeLimit, isHit, movingUnits, SignedSums } from '../statistics/signedSums';
import { estimateOf, estimatesOf, type UnitSums } from '../statistics/unitSums';
import type { PairedFigure } from './pairedFigure';
import type { SharedSums } from './sharedSums';
import type { Slice } from './slice';

export type SumFigure = PairedFigure & { readonly kind: 'sums' };

/** A permutation test that is under way: the p-value once it is drawn, `undefined` for a figure without a value. */
export type OpenTest = () => Generator<Slice, number | undefined>;

/** Takes the test of a figure where it is exact, and puts it on the list of what is drawn where it is not. */
export function openExchange({ exchange: figure, flips }: SumFigure, sums: SharedSums): OpenTest {
  const seen = Math.abs(estimateOf(figure));
  // Patterns with the same figure on paper may differ by rounding; they are ties and count.
  const threshold = seen * (1 - 1e-10);
  const exact = flips === undefined ? exactP(figure, threshold) : mcnemarExactP(flips.onlyBefore, flips.onlyAfter);
  if (exact !== undefined || Number.isNaN(seen)) {
    return function* () {
      return exact;
    };
  }
  const drawn = sums.add('exchanges', figure);
  return function* () {
    const estimates = estimatesOf(figure, yield* drawn());
    let hits = 0;
    for (const estimate of estimates) hits += isHit(estimate, threshold) ? 1 : 0;
    // The pattern seen is one of them, so that p is never 0.
    return (1 + hits) / (1 + estimates.length);
  };
}

/** The exact p of numbers on a grid, or of few units; `undefined` for all others. */
function exactP(figure: UnitSums, threshold: number): number | undefined {
  if (Number.isNaN(threshold)) return undefined;
  const { features, width, estimate } = figure;
  if (width === 1) {
    const sums = new Float64Array(1);
    const share = exactSignShare(features, (sum) => {
      sums[0] = sum;
      return estimate(sums);
    });
    if (share !== undefined) return share;
  }
  if (movingUnits(figure).length > exactExchangeLimit) return undefined;
  return new SignedSums(figure).exactShare(estimate, threshold);
}
