import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../src/core/statistics/bootstrap';
import { withHiddenSpread, type Part } from '../../../src/core/statistics/hiddenSpread';
import { newcombeInterval, wilsonInterval } from '../../../src/core/statistics/interval';
import { createRandom } from '../../../src/core/statistics/random';

const scale = [0, 100] as const;
const point = (value: number) => ({ low: value, high: value, level: 0.95 });
const partOf = (values: Part['values'], slope: number): Part => ({ values, slope, scale });
const all = (value: number, units: number): number[] => Array.from({ length: units }, () => value);
const unseen = (units: number): number => wilsonInterval(0, units)?.high ?? 0;

describe('withHiddenSpread', () => {
  it('leaves an interval alone where every part showed spread', () => {
    const drawn = { low: 40, high: 60, level: 0.95 };
    expect(withHiddenSpread(drawn, 50, [partOf([0, 100, undefined], 1)], scale)).toBe(drawn);
  });

  it('takes parts without spread on the same units for wrong together', () => {
    const found = withHiddenSpread(point(50), 50, [partOf(all(100, 33), 1 / 2), partOf(all(0, 33), 1 / 2)], scale);
    expect(found.low).toBeCloseTo(50 - 50 * unseen(33), 10);
    expect(found.high).toBeCloseTo(50 + 50 * unseen(33), 10);
    const alike = withHiddenSpread(point(100), 100, [partOf(all(100, 33), 1 / 2), partOf(all(100, 33), 1 / 2)], scale);
    expect(alike.low).toBeCloseTo(100 * (wilsonInterval(33, 33)?.low ?? 0), 10);
    expect(alike.high).toBe(100);
  });

  it('takes parts on other units for independent: a difference of two such is Newcombe’s', () => {
    const [none, some] = [all(0, 20).map(() => undefined), all(0, 33)];
    const before = partOf([...some, ...none], -1);
    const after = partOf([...some.map(() => undefined), ...all(100, 20)], 1);
    const found = withHiddenSpread(point(100), 100, [before, after], [-100, 100]);
    const newcombe = newcombeInterval({ successes: 0, n: 33 }, { successes: 20, n: 20 });
    expect(found.low).toBeCloseTo(100 * (newcombe?.low ?? 0), 10);
    expect(found.high).toBe(100);
  });

  it('takes a share of shared units for that correlation', () => {
    const found = withHiddenSpread(
      point(0),
      0,
      [partOf([...all(0, 10), ...all(0, 10).map(() => undefined)], 1), partOf(all(0, 20), 1)],
      scale,
    );
    const [few, many] = [100 * unseen(10), 100 * unseen(20)];
    expect(found.high).toBeCloseTo(Math.hypot(few, many, Math.sqrt(2 * few * many * (10 / Math.sqrt(200)))), 10);
  });

  it('holds the mean of rates, some of which are near their end, where resampling alone does not', () => {
    const rates = [0.5, 0.97, 0.98, 0.02, 0.99];
    const truth = (100 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length;
    const random = createRandom('mean of rates');
    const rounds = 300;
    const held = { drawn: 0, widened: 0 };
    for (let round = 0; round < rounds; round++) {
      // One number decides over four of the rates, as a conversation that fails one dimension fails others.
      const units = Array.from({ length: 20 }, () => {
        const luck = random.next();
        return rates.map((rate, place) => ((place === 0 ? random.next() : luck) < rate ? 100 : 0));
      });
      const estimate = (some: readonly (readonly number[])[]): number =>
        some.reduce((sum, unit) => sum + unit.reduce((total, one) => total + one, 0), 0) / some.length / rates.length;
      const value = estimate(units);
      const drawn = bootstrapInterval(units, estimate, { random, resamples: 300 });
      if (drawn === undefined) expect.fail('There is an interval of 20 units.');
      const parts = rates.map((_, place) =>
        partOf(
          units.map((unit) => unit[place]),
          1 / rates.length,
        ),
      );
      const widened = withHiddenSpread(drawn, value, parts, scale);
      held.drawn += drawn.low <= truth && truth <= drawn.high ? 1 : 0;
      held.widened += widened.low <= truth && truth <= widened.high ? 1 : 0;
    }
    expect(held.widened / rounds).toBeGreaterThan(0.94);
    expect(held.drawn).toBeLessThan(held.widened);
  });
});
