import { describe, expect, it } from 'vitest';
import { placedHeads } from '../../../src/core/store/benchmarkHeads';
import { figuresOf, storedFiguresSchema, type StoredFigures } from '../../../src/core/store/metricFigures';
import { madeUpHeads } from '../../contract/store/summaryOf';

const good: StoredFigures = {
  value: [50, null],
  n: [1, 0],
  excluded: [0, 1],
  low: [10, null],
  high: [90, null],
  level: 0.95,
};

describe('figures that were read', () => {
  it('say what is not there as everything else does', () => {
    expect(figuresOf(good, madeUpHeads)).toEqual({
      value: [50, undefined],
      n: [1, 0],
      excluded: [0, 1],
      low: [10, undefined],
      high: [90, undefined],
      level: 0.95,
    });
  });

  it('stand in the order of the metrics, block after block', () => {
    const [block] = madeUpHeads.blocks;
    const two = { ...madeUpHeads, blocks: [block!, { ...block!, id: 'more', metrics: block!.metrics.slice(1) }] };
    expect(placedHeads(two).map((placed) => `${placed.block.id} ${placed.head.id}`)).toEqual([
      'main tone',
      'main bare',
      'more bare',
    ]);
    expect(figuresOf(good, two)).toBeUndefined();
  });

  it.each(['value', 'n', 'excluded', 'low', 'high'] as const)('are refused with too few or too many in %s', (name) => {
    expect(figuresOf({ ...good, [name]: good[name].slice(1) }, madeUpHeads)).toBeUndefined();
    expect(figuresOf({ ...good, [name]: [...good[name], 0] }, madeUpHeads)).toBeUndefined();
    expect(figuresOf({ ...good, [name]: [] }, madeUpHeads)).toBeUndefined();
  });

  it('are refused with half an interval, one without a value, and one without a level', () => {
    expect(figuresOf({ ...good, low: [null, null] }, madeUpHeads)).toBeUndefined();
    expect(figuresOf({ ...good, high: [null, null] }, madeUpHeads)).toBeUndefined();
    expect(figuresOf({ ...good, value: [null, null] }, madeUpHeads)).toBeUndefined();
    expect(figuresOf({ ...good, level: undefined }, madeUpHeads)).toBeUndefined();
    const none = [null, null];
    expect(figuresOf({ ...good, low: none, high: none, level: undefined }, madeUpHeads)).toMatchObject({
      value: [50, undefined],
    });
  });

  it('hold no text, and no number that JSON cannot hold', () => {
    expect(storedFiguresSchema.safeParse(good).success).toBe(true);
    for (const bad of ['50', Number.POSITIVE_INFINITY, Number.NaN, [50], undefined])
      expect(storedFiguresSchema.safeParse({ ...good, value: [bad, null] }).success).toBe(false);
    expect(storedFiguresSchema.safeParse({ ...good, n: [null, 0] }).success).toBe(false);
  });
});
