import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';

function take(seed: number | string, count: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

/** Pearson's chi-square statistic of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('createRandom', () => {
  it('repeats its stream for the same seed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer()), (seed) => {
        expect(take(seed, 20)).toEqual(take(seed, 20));
      }),
    );
  });

  it('keeps the streams of stored runs: a change here changes every interval that was ever shown', () => {
    // Computed apart from this code, in Python with whole numbers, from the definition of sfc32 and the seeding.
    const random = createRandom('run-1');
    expect(Array.from({ length: 6 }, () => random.int(1000))).toEqual([444, 358, 557, 501, 428, 62]);
  });

  it('seeds a number like its text', () => {
    expect(take(7, 5)).toEqual(take('7', 5));
  });

  it('gives unlike streams to near seeds', () => {
    const firsts = new Set(Array.from({ length: 10_000 }, (_, seed) => createRandom(seed).next()));
    // Of 10,000 draws from 2^32 values, 0.01 collisions are expected.
    expect(firsts.size).toBeGreaterThanOrEqual(9_999);
  });

  it('takes the empty seed and a very long one', () => {
    expect(take('', 1000).some((value) => value > 0.5)).toBe(true);
    expect(take('x'.repeat(1_000_000), 3)).not.toEqual(take('x'.repeat(999_999), 3));
  });

  it('stays in [0, 1) and spreads evenly', () => {
    const values = take('spread', 100_000);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    const counts = new Array<number>(100).fill(0);
    for (const value of values) {
      const bin = Math.floor(value * 100);
      counts[bin] = counts[bin]! + 1;
    }
    // 99 degrees of freedom: beyond 160 in fewer than 1 of 10,000 cases, below 50 as well.
    expect(chiSquare(counts)).toBeLessThan(160);
    expect(chiSquare(counts)).toBeGreaterThan(50);
  });

  it('has no pattern from one number to the next', () => {
    const values = take('serial', 100_001);
    const product = values.slice(1).reduce((sum, value, index) => sum + (value - 0.5) * (values[index]! - 0.5), 0);
    // Correlation of neighbours, standard error 1 / sqrt(100,000) = 0.0032.
    expect(Math.abs((12 * product) / 100_000)).toBeLessThan(0.0135);
  });
});

describe('Random.int', () => {
  it('stays in [0, n)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4294967296 }), fc.string(), (n, seed) => {
        const value = createRandom(seed).int(n);
        expect(Number.isInteger(value) && value >= 0 && value < n).toBe(true);
      }),
    );
  });
});

describe('Random.fillInts', () => {
  it('gives the numbers of int and leaves the stream at the same place', () => {
    const bound = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 4294967296 }));
    fc.assert(
      fc.property(bound, fc.nat({ max: 50 }), fc.string(), (n, length, seed) => {
        const single = createRandom(seed);
        const bulk = createRandom(seed);
        const filled = new Uint32Array(length);
        bulk.fillInts(filled, n);
        expect([...filled]).toEqual(Array.from({ length }, () => single.int(n)));
        expect(bulk.next()).toBe(single.next());
      }),
    );
  });
});

describe('Random.shuffle', () => {
  it('keeps every item and leaves the argument alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const before = [...items];
        const shuffled = createRandom(seed).shuffle(items);
        expect(items).toEqual(before);
        expect([...shuffled].sort((a, b) => a - b)).toEqual(before.sort((a, b) => a - b));
      }),
    );
  });

  it('makes each of the six orders of three items equally often', () => {
    const random = createRandom('orders');
    const orders = new Map<string, number>();
    for (let round = 0; round < 60_000; round++) {
      const order = random.shuffle(['a', 'b', 'c']).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(6);
    // 5 degrees of freedom: beyond 25.7 in 1 of 10,000 cases.
    expect(chiSquare([...orders.values()])).toBeLessThan(25.7);
  });
});
