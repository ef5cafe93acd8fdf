import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval, resamplesFor, summedInterval, type UnitSums } from '../../../src/core/statistics/bootstrap';
import { createRandom } from '../../../src/core/statistics/random';

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A mean as sums, or a rate with weights. */
function sums(values: readonly number[], weights?: readonly number[]): UnitSums {
  const units = values.length;
  if (weights === undefined) {
    return { columns: [values], estimate: ([sum = 0]) => sum / units };
  }
  const weighted = values.map((value, unit) => value * weights[unit]!);
  return { columns: [weighted, weights], estimate: ([sum = 0, whole = 0]) => sum / whole };
}

function normals(seed: string, count: number): number[] {
  const random = createRandom(seed);
  // Box and Muller; 1 - next() keeps the logarithm off 0.
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
}

const levels = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 30 });

describe('bootstrapInterval', () => {
  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(levels, fc.string(), (values, seed) => {
        const draw = () => bootstrapInterval(values, mean, { random: createRandom(seed), resamples: 200 });
        expect(draw()).toEqual(draw());
      }),
    );
  });

  it('lies within the range of the values for a mean', () => {
    fc.assert(
      fc.property(levels, (values) => {
        const interval = bootstrapInterval(values, mean, { random: createRandom(1), resamples: 200 })!;
        expect(interval.low).toBeLessThanOrEqual(interval.high);
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });

  it('finds the percentiles of a known distribution', () => {
    // The mean of units 0 and 1 is 0, 1/2 or 1 with chances 1/4, 1/2 and 1/4, so both quantiles are 1/2.
    const options = { random: createRandom('two units'), level: 0.4 };
    expect(bootstrapInterval([0, 1], mean, options)).toEqual({ low: 0.5, high: 0.5, level: 0.4 });
    expect(bootstrapInterval([0, 1], mean, { random: createRandom('two units'), level: 0.9 })).toEqual({
      low: 0,
      high: 1,
      level: 0.9,
    });
  });

  it('resamples whole units, here conversations, and not what is in them', () => {
    const conversations = [
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ];
    const seen = new Set<number>();
    bootstrapInterval(
      conversations,
      (resample) => {
        const rate = mean(resample.flat());
        seen.add(rate);
        return rate;
      },
      { random: createRandom(3), resamples: 200 },
    );
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 0.5, 1]);
  });

  it('drops resamples without an estimate', () => {
    // Of [0, 1] a quarter of the resamples is without any 1.
    const interval = bootstrapInterval([0, 1], (units) => (mean(units) === 0 ? undefined : mean(units)), {
      random: createRandom(4),
    });
    expect(interval).toEqual({ low: 0.5, high: 1, level: 0.95 });
    const notFinite = bootstrapInterval([0, 1], (units) => (mean(units) === 0 ? Number.NaN : mean(units)), {
      random: createRandom(4),
    });
    expect(notFinite).toEqual(interval);
  });

  it('has no interval when more than half of the resamples have no estimate', () => {
    const half = (undefinedRounds: number): unknown => {
      let round = 0;
      return bootstrapInterval([1, 2], () => (round++ < undefinedRounds ? undefined : 1), {
        random: createRandom(5),
        resamples: 100,
      });
    };
    expect(half(51)).toBeUndefined();
    expect(half(50)).toEqual({ low: 1, high: 1, level: 0.95 });
  });

  it.each([[[]], [[0.4]]])('has no interval for the units %j', (units: number[]) => {
    expect(bootstrapInterval(units, mean, { random: createRandom(1) })).toBeUndefined();
    expect(summedInterval(sums(units), { random: createRandom(1) })).toBeUndefined();
  });
});

describe('summedInterval', () => {
  it('equals the general form', () => {
    fc.assert(
      fc.property(levels, fc.string(), (values, seed) => {
        const general = bootstrapInterval(values, mean, { random: createRandom(seed), resamples: 300 });
        expect(summedInterval(sums(values), { random: createRandom(seed), resamples: 300 })).toEqual(general);
      }),
    );
  });

  it('equals the general form with weights, dropping resamples without weight', () => {
    const units = fc.array(fc.record({ value: fc.integer({ min: 0, max: 3 }), weight: fc.nat({ max: 2 }) }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(units, fc.string(), (drawn, seed) => {
        const general = bootstrapInterval(
          drawn,
          (resample) => {
            const total = resample.reduce((sum, { weight }) => sum + weight, 0);
            return total === 0
              ? undefined
              : resample.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
          },
          { random: createRandom(seed), resamples: 300 },
        );
        const [values, weights] = [drawn.map(({ value }) => value), drawn.map(({ weight }) => weight)];
        const summed = summedInterval(sums(values, weights), { random: createRandom(seed), resamples: 300 });
        expect(summed).toEqual(general);
      }),
    );
  });

  it('agrees with the normal interval where that one is right', () => {
    const values = normals('agreement', 400);
    const bootstrap = summedInterval(sums(values), { random: createRandom(6) })!;
    const centre = mean(values);
    const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
    const half = 1.959963984540054 * Math.sqrt(variance / values.length);
    expect(Math.abs(bootstrap.low - (centre - half))).toBeLessThan(0.1 * half);
    expect(Math.abs(bootstrap.high - (centre + half))).toBeLessThan(0.1 * half);
  });

  it('covers the true mean about as often as it says', () => {
    const rounds = 600;
    let covered = 0;
    for (let round = 0; round < rounds; round++) {
      const random = createRandom(`resampling ${round}`);
      const interval = summedInterval(sums(normals(`values ${round}`, 60)), { random, resamples: 500 })!;
      covered += interval.low <= 0 && 0 <= interval.high ? 1 : 0;
    }
    // The interval covers a little less (about 94% at 60 units); the standard error is 0.9 points.
    expect(covered / rounds).toBeGreaterThan(0.91);
    expect(covered / rounds).toBeLessThan(0.98);
  });

  it('has no interval for values that are not numbers', () => {
    expect(summedInterval(sums([1, Number.NaN, 3]), { random: createRandom(1) })).toBeUndefined();
  });
});

describe('resamplesFor', () => {
  it('gives few units all resamples, and many units fewer', () => {
    expect([2, 100, 250, 500, 1_473, 100_000].map((units) => resamplesFor(units))).toEqual([
      2_000, 2_000, 2_000, 1_000, 500, 500,
    ]);
    expect([2, 1_473].map((units) => resamplesFor(units, 500))).toEqual([500, 500]);
  });
});
