import { describe, expect, it } from 'vitest';
import type { JudgedGold } from '../../../src/core/statistics/judgeLine';
import { correctedMean, type JudgedMean } from '../../../src/core/statistics/misclassification';
import { wilsonInterval } from '../../../src/core/statistics/wilson';

function goldOf(counts: readonly (readonly number[])[], scores: readonly number[] = [0, 1]): JudgedGold {
  const flat = counts.flat();
  return {
    scores,
    counts,
    clusters: flat.reduce((sum, count) => sum + count, 0),
    products: flat.map((count, a) => flat.map((_, b) => (a === b ? count : 0))),
  };
}

function share(hits: number, n: number): JudgedMean {
  const interval = wilsonInterval(hits, n);
  if (interval === undefined) throw new Error('no units');
  return { value: hits / n, interval, scale: [0, 1] };
}

function intervalOf(judged: JudgedMean, gold: JudgedGold): { value: number; low: number; high: number } {
  const found = correctedMean(judged, gold);
  if (found.kind !== 'corrected') throw new Error(found.why);
  return { value: found.value, low: found.interval.low, high: found.interval.high };
}

// Finds 90 % of what is good, passes 20 % of what is not.
const lenient = [
  [160, 40],
  [20, 180],
];

describe('correctedMean', () => {
  it('of a share is Rogan and Gladen’s: (said − false alarms) / (hits − false alarms)', () => {
    const found = intervalOf(share(110, 200), goldOf(lenient));
    expect(found.value).toBeCloseTo((0.55 - 0.2) / (0.9 - 0.2), 12);
    expect(found.low).toBeLessThan(found.value);
    expect(found.high).toBeGreaterThan(found.value);
  });

  it('has an interval at whose ends the judge’s share is just refuted', () => {
    const { low } = intervalOf(share(1100, 2000), goldOf(lenient.map((row) => row.map((count) => 10 * count))));
    const rates = [400.5 / 2001, 1800.5 / 2001] as const;
    const gold = ((1 - low) ** 2 * rates[0] * (1 - rates[0])) / 2001 + (low ** 2 * rates[1] * (1 - rates[1])) / 2001;
    const run = ((0.55 - (wilsonInterval(1100, 2000)?.low ?? 0)) / 1.959964) ** 2;
    expect((0.55 - 0.2 - 0.7 * low) / Math.sqrt(run + (gold * 4000) / 3999)).toBeCloseTo(1.96, 3);
  });

  it('of a judge that does not err is the score itself, and its interval is no narrower than the run’s own', () => {
    const judged = share(45, 60);
    const found = intervalOf(
      judged,
      goldOf([
        [500, 0],
        [0, 500],
      ]),
    );
    expect(found.value).toBeCloseTo(0.75, 12);
    expect(found.low).toBeLessThanOrEqual(judged.interval.low);
    expect(found.high).toBeGreaterThanOrEqual(judged.interval.high);
    expect(found.high - found.low).toBeLessThan(1.1 * (judged.interval.high - judged.interval.low));
  });

  it('is less sure with fewer labels, with fewer units and with labels of few dialogues', () => {
    const width = (judged: JudgedMean, gold: JudgedGold): number => {
      const { low, high } = intervalOf(judged, gold);
      return high - low;
    };
    const whole = width(share(110, 200), goldOf(lenient));
    expect(width(share(110, 200), goldOf(lenient.map((row) => row.map((count) => count / 4))))).toBeGreaterThan(whole);
    expect(width(share(33, 60), goldOf(lenient))).toBeGreaterThan(whole);
    expect(width(share(110, 200), { ...goldOf(lenient), clusters: 40, products: undefined })).toBeGreaterThan(whole);
  });

  it('of scores in order goes by the line of the judge’s mean score', () => {
    const counts = [
      [40, 10, 0],
      [5, 40, 5],
      [0, 10, 40],
    ];
    const judged: JudgedMean = { value: 0.6, interval: { low: 0.52, high: 0.68, level: 0.95 }, scale: [0, 1] };
    // Means of the judge by human score: 0.1, 0.5 and 0.9, a straight line.
    expect(intervalOf(judged, goldOf(counts, [0, 0.5, 1])).value).toBeCloseTo((0.6 - 0.1) / 0.8, 12);
  });

  it('stays on the scale', () => {
    const found = intervalOf(share(185, 200), goldOf(lenient));
    expect(found).toMatchObject({ value: 1, high: 1 });
    expect(found.low).toBeLessThan(1);
    const cut = (hits: number): boolean => {
      const one = correctedMean(share(hits, 200), goldOf(lenient));
      return one.kind === 'corrected' && one.cut;
    };
    expect([30, 110, 185].map(cut)).toEqual([true, false, true]);
  });

  it('is refused with a reason where the labels cannot carry it', () => {
    const why = (judged: JudgedMean, gold: JudgedGold): string => {
      const found = correctedMean(judged, gold);
      return found.kind === 'refused' ? found.why : found.kind;
    };
    const run = share(33, 60);
    const few = [
      [12, 2],
      [1, 14],
    ];
    expect(why(run, goldOf(few))).toBe('fewLabels');
    expect(why(run, { ...goldOf(lenient), clusters: 9 })).toBe('fewClusters');
    const oneSided = [
      [3, 1],
      [2, 80],
    ];
    expect(why(run, goldOf(oneSided))).toBe('fewUncommon');
    expect(
      why(
        run,
        goldOf([
          [0, 0],
          [5, 80],
        ]),
      ),
    ).toBe('fewUncommon');
    const loose = [
      [25, 20],
      [20, 25],
    ];
    expect(why(run, goldOf(loose))).toBe('looseJudge');
    const contrary = [
      [10, 40],
      [40, 10],
    ];
    expect(why(run, goldOf(contrary))).toBe('looseJudge');
    const sharp = [
      [10, 190],
      [0, 200],
    ];
    expect(why(share(10, 200), goldOf(sharp.map((row) => row.map((count) => 5 * count))))).toBe('unlikeGold');
    expect(why({ ...run, interval: { low: 0.4, high: 0.6, level: 0.8 } }, goldOf(lenient))).toBe('otherConfidence');
    expect(why(run, goldOf(lenient))).toBe('corrected');
  });
});
