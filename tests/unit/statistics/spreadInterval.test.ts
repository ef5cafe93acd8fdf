import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { spreadInterval } from '../../../src/core/statistics/hiddenSpread';
import { wilsonInterval } from '../../../src/core/statistics/interval';

const point = (value: number) => ({ low: value, high: value, level: 0.95 });

describe('spreadInterval', () => {
  it('leaves an interval with a width, and none, as they are', () => {
    const drawn = { low: 0.2, high: 0.4, level: 0.95 };
    expect(spreadInterval(drawn, { value: 0.3, units: 9, scale: [0, 1] })).toBe(drawn);
    expect(spreadInterval(undefined, { value: 0.3, units: 9, scale: [0, 1] })).toBeUndefined();
  });

  it.each([2, 10, 60])('is Wilson’s interval where all of %i units stand at an end of the scale', (units) => {
    const greatest = spreadInterval(point(1), { value: 1, units, scale: [0, 1] });
    expect(greatest?.low).toBeCloseTo(wilsonInterval(units, units)?.low ?? 0, 12);
    expect(greatest?.high).toBe(1);
    const least = spreadInterval(point(0), { value: 0, units, scale: [0, 100] });
    expect(least?.high).toBeCloseTo(100 * (wilsonInterval(0, units)?.high ?? 0), 10);
    expect(least?.low).toBe(0);
  });

  it('reaches to both sides from within the scale, less far the more units there are', () => {
    const few = spreadInterval(point(2), { value: 2, units: 5, scale: [0, 3] });
    const many = spreadInterval(point(2), { value: 2, units: 50, scale: [0, 3] });
    expect(few?.low).toBeLessThan(many?.low ?? 0);
    expect(many?.low).toBeLessThan(2);
    expect(many?.high).toBeGreaterThan(2);
    expect(many?.high).toBeLessThan(few?.high ?? 0);
  });

  it('takes what rounding leaves for no width', () => {
    const rounded = { low: 0.7, high: 0.7 + 1e-16, level: 0.95 };
    expect(spreadInterval(rounded, { value: 0.7, units: 8, scale: [0, 1] })?.low).toBeLessThan(0.6);
  });

  it('holds the mean of a scale whose samples often show no spread', () => {
    // One unit in ten scores 0 and the rest 3, so that a third of all samples of ten are alike.
    const truth = 2.7;
    const random = createRandom('spread');
    let alike = 0;
    let held = 0;
    for (let round = 0; round < 3000; round++) {
      const values = Array.from({ length: 10 }, () => (random.int(10) === 0 ? 0 : 3));
      if (values.some((value) => value !== values[0])) continue;
      alike += 1;
      const found = spreadInterval(point(values[0] ?? 0), { value: values[0] ?? 0, units: 10, scale: [0, 3] });
      held += found !== undefined && found.low <= truth && truth <= found.high ? 1 : 0;
    }
    expect(alike).toBeGreaterThan(500);
    expect(held).toBe(alike);
  });
});
