import { describe, expect, it } from 'vitest';
import { judgeLine, type JudgedGold } from '../../../src/core/statistics/judgeLine';

/** 50 replies that people find bad, 40 that they find good; each a dialogue of its own. */
const counts = [
  [40, 10],
  [4, 36],
];
const gold: JudgedGold = { scores: [0, 1], counts, clusters: 90, products: diagonal(counts, 1) };

/** Products of labels that come in equal answers, `size` to a dialogue. */
function diagonal(table: readonly (readonly number[])[], size: number): number[][] {
  const flat = table.flat();
  return flat.map((count, a) => flat.map((_, b) => (a === b ? count * size : 0)));
}

describe('judgeLine', () => {
  it('of two labels runs from the false alarm rate to the hit rate', () => {
    const line = judgeLine(gold);
    expect(line?.intercept).toBeCloseTo(10 / 50, 12);
    expect(line?.slope).toBeCloseTo(36 / 40 - 10 / 50, 12);
    expect(line).toMatchObject({ labels: 90, clusters: 90, uncommon: 40 });
  });

  it('has the variance of two shares with half a success and half a failure lent to each', () => {
    const variance = judgeLine(gold)?.variance;
    const factor = 90 / 89;
    const falseAlarms = (factor * (10.5 / 51) * (40.5 / 51)) / 51;
    const hits = (factor * (36.5 / 41) * (4.5 / 41)) / 41;
    expect(variance?.intercept).toBeCloseTo(falseAlarms, 12);
    expect(variance?.slope).toBeCloseTo(falseAlarms + hits, 12);
    expect(variance?.both).toBeCloseTo(-falseAlarms, 12);
  });

  it('is not sure of a judge that happens to make no error', () => {
    const flawless = [
      [20, 0],
      [0, 20],
    ];
    const line = judgeLine({ scores: [0, 1], counts: flawless, clusters: 40, products: diagonal(flawless, 1) });
    expect(line).toMatchObject({ intercept: 0, slope: 1 });
    expect(line?.variance.slope).toBeGreaterThan(0.03 ** 2);
  });

  it('counts labels of one dialogue that agree as little more than one', () => {
    const clustered = judgeLine({ ...gold, clusters: 30, products: diagonal(counts, 3) });
    const alone = judgeLine(gold);
    const ratio = (clustered?.variance.slope ?? 0) / (alone?.variance.slope ?? 1);
    expect(ratio).toBeGreaterThan(2.5);
    expect(ratio).toBeLessThan(3);
  });

  it('takes each dialogue for one label where it is not known how its labels go together', () => {
    const unknown = judgeLine({ ...gold, clusters: 30, products: undefined });
    const same = judgeLine({ ...gold, clusters: 30, products: diagonal(counts, 3) });
    expect(unknown?.variance.slope).toBeCloseTo(same?.variance.slope ?? 0, 12);
  });

  it('makes one of labels that count the same, and leaves out those that count nothing', () => {
    const three = [
      [30, 5, 4, 9],
      [10, 0, 6, 9],
      [4, 0, 36, 9],
      [9, 9, 9, 9],
    ];
    const flat = three.flat();
    const products = flat.map((first, a) => flat.map((second, b) => (a === b ? first : 0 * second)));
    const merged = judgeLine({ scores: [0, 0, 1, undefined], counts: three, clusters: 95, products });
    const two = [
      [45, 10],
      [4, 36],
    ];
    const plain = judgeLine({ scores: [0, 1], counts: two, clusters: 95, products: diagonal(two, 1) });
    expect(merged).toEqual(plain);
  });

  it('of scores in order is the least-squares line', () => {
    const table = [
      [10, 5, 0],
      [2, 10, 3],
      [0, 5, 15],
    ];
    const line = judgeLine({ scores: [0, 0.5, 1], counts: table, clusters: 50, products: diagonal(table, 1) });
    const points = table.flatMap((row, human) =>
      row.flatMap((n, judge) => new Array<number[]>(n).fill([human / 2, judge / 2])),
    );
    const mean = (place: number): number => points.reduce((sum, point) => sum + (point[place] ?? 0), 0) / points.length;
    const [human, judge] = [mean(0), mean(1)];
    const crossed = points.reduce((sum, [x = 0, y = 0]) => sum + (x - human) * (y - judge), 0);
    const squares = points.reduce((sum, [x = 0]) => sum + (x - human) ** 2, 0);
    expect(line?.slope).toBeCloseTo(crossed / squares, 12);
    expect(line?.intercept).toBeCloseTo(judge - (crossed / squares) * human, 12);
  });

  it('is none where people gave one score, or nothing was labelled', () => {
    const one = [
      [0, 0],
      [3, 30],
    ];
    expect(judgeLine({ scores: [0, 1], counts: one, clusters: 33 })).toBeUndefined();
    expect(judgeLine({ scores: [], counts: [], clusters: 0 })).toBeUndefined();
  });
});
