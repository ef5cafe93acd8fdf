import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../kappas';
import {
  alphaSums,
  krippendorffAlpha,
  pairableOf,
  type AlphaScale,
} from '../../../src/core/statistics/krippendorffAlpha';
import { createRandom } from '../../../src/core/statistics/random';
import { estimateOf, summedInterval } from '../../../src/core/statistics/bootstrap';

/** A row is a rater and a character a label; a dot says that the rater said nothing. */
function countsOf(raters: readonly string[], labels: string): readonly (readonly number[])[] {
  return Array.from({ length: raters[0]?.length ?? 0 }, (_, thing) =>
    Array.from(labels, (label) => raters.filter((rater) => rater[thing] === label).length),
  );
}

function alpha(raters: readonly string[], labels: string, scale: AlphaScale): number | undefined {
  return krippendorffAlpha(countsOf(raters, labels), scale);
}

// The worked examples of Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), sections A to C.
const twoLabels = ['0100000010', '1110010000'];
const fiveLabels = ['aabbdcccedda', 'babbbcccedd' + 'd'];
const fourRaters = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];

describe('krippendorffAlpha', () => {
  it('equals the published values for two raters', () => {
    expect(alpha(twoLabels, '01', 'nominal')).toBeCloseTo(0.095, 3);
    expect(alpha(fiveLabels, 'abcde', 'nominal')).toBeCloseTo(0.692, 3);
  });

  it('equals the published values for four raters with gaps, by label and by rank', () => {
    expect(alpha(fourRaters, '12345', 'nominal')).toBeCloseTo(0.743, 3);
    expect(alpha(fourRaters, '12345', 'ordinal')).toBeCloseTo(0.815, 3);
    // 41 labels, of which the one that a single rater gave to the last thing takes no part.
    expect(pairableOf(countsOf(fourRaters, '12345'))).toBe(40);
  });

  it('counts ranks and not names: a near miss costs less than a far one', () => {
    const near = ['11122333', '11223333'];
    const far = ['11122333', '31122331'];
    expect(alpha(near, '123', 'ordinal')).toBeGreaterThan(alpha(near, '123', 'nominal') ?? 1);
    expect(alpha(far, '123', 'ordinal')).toBeLessThan(alpha(far, '123', 'nominal') ?? -1);
  });

  it('is 1 where all agree, below 0 where they agree less than by chance, and near kappa for many things', () => {
    expect(alpha(['0011', '0011'], '01', 'nominal')).toBe(1);
    expect(alpha(['0011', '1100'], '01', 'nominal')).toBeLessThan(0);
    const random = createRandom(7);
    const one = Array.from({ length: 4_000 }, () => (random.next() < 0.5 ? '0' : '1'));
    const other = one.map((label) => (random.next() < 0.8 ? label : label === '0' ? '1' : '0'));
    const kappa = cohenKappa(one.map((label, place) => [label, other[place]] as const)) ?? Number.NaN;
    expect(alpha([one.join(''), other.join('')], '01', 'nominal')).toBeCloseTo(kappa, 3);
  });

  it('has no value without pairs, or where all labels are the same', () => {
    expect(krippendorffAlpha([], 'nominal')).toBeUndefined();
    expect(alpha(['01.', '...'], '01', 'nominal')).toBeUndefined();
    expect(alpha(['111', '111'], '01', 'nominal')).toBeUndefined();
  });
});

describe('alphaSums', () => {
  it('gives the same statistic however the things are put into clusters', () => {
    const things = countsOf(fourRaters, '12345');
    const clusters = [things.slice(0, 3), things.slice(3, 4), things.slice(4)];
    expect(estimateOf(alphaSums(clusters, 5, 'ordinal'))).toBeCloseTo(alpha(fourRaters, '12345', 'ordinal') ?? 0, 12);
  });

  it('gives a wider interval where things of a cluster are alike', () => {
    const random = createRandom('clusters');
    const dialogues = Array.from({ length: 40 }, () => {
      const agrees = random.next() < 0.6;
      const label = random.next() < 0.5 ? '0' : '1';
      const other = agrees ? label : label === '0' ? '1' : '0';
      return countsOf([label.repeat(6), other.repeat(6)], '01');
    });
    const widthOf = (clusters: readonly (readonly (readonly number[])[])[]): number => {
      const found = summedInterval(alphaSums(clusters, 2, 'nominal'), { random: createRandom(1), resamples: 2_000 });
      return found === undefined ? Number.NaN : found.high - found.low;
    };
    const apart = dialogues.flat().map((thing) => [thing]);
    expect(widthOf(dialogues)).toBeGreaterThan(1.8 * widthOf(apart));
  });
});
