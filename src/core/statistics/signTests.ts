import { estimateOf, type UnitSums } from './bootstrap';
import { exactSignShare, thresholdOf } from './exactSigns';
import { twoTo32, type Random } from './random';

/** Up to so many units all patterns are walked; beyond it they are drawn. */
const mostWalked = 16;

/**
 * The two-sided p of a permutation test on pairs: the share of all ways to exchange the two values of units whose figure lies at least as
 * far off 0 as the one seen. Exchanging a unit turns the sign of its features. Exact for numbers on a grid and for up to 16 units that
 * differ; drawn otherwise. `undefined` for a figure without a value.
 */
export function signTestP(figure: UnitSums, draws: number, random: Random): number | undefined {
  const seen = estimateOf(figure);
  if (Number.isNaN(seen)) return undefined;
  const { features, width, estimate } = figure;
  const sums = new Float64Array(width);
  if (width === 1) {
    const share = exactSignShare(features, (sum) => {
      sums[0] = sum;
      return estimate(sums);
    });
    if (share !== undefined) return share;
  }
  const moving = movingFeatures(figure);
  return exchangeShare(moving.length / width, seen, { draws, random }, (exchanged) => {
    sums.fill(0);
    for (let unit = 0; unit < exchanged.length; unit++) {
      const sign = 1 - 2 * (exchanged[unit] ?? 0);
      for (let part = 0; part < width; part++) {
        sums[part] = (sums[part] ?? 0) + sign * (moving[unit * width + part] ?? 0);
      }
    }
    return estimate(sums);
  });
}

/** Without the units whose features are all 0: these look the same either way. */
function movingFeatures({ features, width, units }: UnitSums): Float64Array {
  const kept: number[] = [];
  for (let unit = 0; unit < units; unit++) {
    const own = features.subarray(unit * width, (unit + 1) * width);
    if (own.some((feature) => feature !== 0)) kept.push(...own);
  }
  return Float64Array.from(kept);
}

/**
 * The share of patterns in which `figureOf` lies at least as far off 0 as `seen`: of all 2^units, or of those drawn, where the pattern seen
 * counts as one. A pattern without a figure counts: it cannot speak for a difference.
 */
export function exchangeShare(
  units: number,
  seen: number,
  { draws, random }: { readonly draws: number; readonly random: Random },
  figureOf: (exchanged: Uint8Array) => number | undefined,
): number {
  const threshold = thresholdOf(seen);
  const isExact = units <= mostWalked;
  const rounds = isExact ? 2 ** units : draws;
  const exchanged = new Uint8Array(units);
  const words = new Uint32Array(Math.ceil(units / 32));
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    if (isExact) words[0] = round;
    else random.fillInts(words, twoTo32);
    for (let unit = 0; unit < units; unit++) exchanged[unit] = ((words[unit >>> 5] ?? 0) >>> (unit & 31)) & 1;
    hits += Math.abs(figureOf(exchanged) ?? Number.NaN) < threshold ? 0 : 1;
  }
  return isExact ? hits / rounds : (1 + hits) / (1 + draws);
}
