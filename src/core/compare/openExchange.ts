import { exactSignShare } from '../statistics/exactSigns';
import { mcnemarExactP } from '../statistics/mcnemar';
import { exactExchangeLimit, isHit, movingUnits, SignedSums, signWords } from '../statistics/signedSums';
import { estimateOf, estimatesOf, featuresOf, type UnitSums } from '../statistics/unitSums';
import { drawExchanges } from './drawSums';
import type { PairedFigure } from './pairedFigure';
import { forLater, settled, type Slice } from './slice';
import { areWhole, isHelpers, type ExchangePlan, type SumsHelper } from './sumsHelper';

export type SumFigure = PairedFigure & { readonly kind: 'sums' };

/** Permutation tests that are under way, a part of them perhaps in another thread. */
export interface OpenExchange {
  /** Draws what is this thread's. */
  work(): Generator<Slice, void>;
  /** The p-value of each figure, in the order given, once all are drawn; `undefined` for one without a value. */
  ps(): Generator<Slice, readonly (number | undefined)[]>;
}

/** A test by drawn patterns, at the figure's place among all. */
interface Drawn {
  readonly place: number;
  readonly figure: UnitSums;
  readonly threshold: number;
}

/** Takes the tests that are exact, and has another thread begin with its part of the others. */
export function* openExchange(
  figures: readonly SumFigure[],
  { draws, seed }: Pick<ExchangePlan, 'draws' | 'seed'>,
  helper: SumsHelper | undefined,
): Generator<Slice, OpenExchange> {
  const ps: (number | undefined)[] = [];
  const drawn: Drawn[] = [];
  let stride = 1;
  for (const [place, { exchange: figure, flips }] of figures.entries()) {
    const seen = Math.abs(estimateOf(figure));
    // Patterns with the same figure on paper may differ by rounding; they are ties and count.
    const threshold = seen * (1 - 1e-10);
    const moving = movingUnits(figure).length;
    const exact =
      flips === undefined ? exactP(figure, moving, threshold) : mcnemarExactP(flips.onlyBefore, flips.onlyAfter);
    ps.push(exact);
    if (exact === undefined && !Number.isNaN(seen)) {
      drawn.push({ place, figure, threshold });
      stride = Math.max(stride, signWords(moving));
    }
    yield undefined;
  }
  const plan: ExchangePlan = { draws, seed, stride };
  const theirs = helper === undefined ? [] : drawn.filter((_, place) => isHelpers(place));
  const own = theirs.length === 0 ? drawn : drawn.filter((_, place) => !isHelpers(place));
  const drawing =
    helper && theirs.length > 0
      ? forLater(
          helper.exchange(
            theirs.map(({ figure }) => featuresOf(figure)),
            plan,
          ),
        )
      : undefined;
  let sums: readonly Float64Array[] = [];
  return {
    *work() {
      sums = yield* drawExchanges(
        own.map(({ figure }) => featuresOf(figure)),
        plan,
      );
    },
    *ps() {
      yield* count(own, sums, ps);
      if (theirs.length === 0) return ps;
      const found = drawing && (yield* settled(drawing));
      const figures = theirs.map(({ figure }) => featuresOf(figure));
      const isHelped = found !== undefined && areWhole(found, figures, draws);
      yield* count(theirs, isHelped ? found : yield* drawExchanges(figures, plan), ps);
      return ps;
    },
  };
}

/** Puts the p-values of drawn patterns in their places. */
function* count(
  drawn: readonly Drawn[],
  sums: readonly Float64Array[],
  ps: (number | undefined)[],
): Generator<undefined, void> {
  for (const [index, { place, figure, threshold }] of drawn.entries()) {
    const estimates = estimatesOf(figure, sums[index] ?? new Float64Array());
    let hits = 0;
    for (const estimate of estimates) hits += isHit(estimate, threshold) ? 1 : 0;
    // The pattern seen is one of them, so that p is never 0.
    ps[place] = (1 + hits) / (1 + estimates.length);
    yield undefined;
  }
}

/** The exact p of numbers on a grid, or of few units; `undefined` for all others. */
function exactP(figure: UnitSums, moving: number, threshold: number): number | undefined {
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
  if (moving > exactExchangeLimit) return undefined;
  return new SignedSums(figure).exactShare(estimate, threshold);
}
