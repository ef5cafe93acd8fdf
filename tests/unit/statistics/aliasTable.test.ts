import { describe, expect, it } from 'vitest';
import { AliasTable } from '../../../src/core/statistics/aliasTable';

function drawn(table: AliasTable, word: number): number {
  return table.total(Uint32Array.of(word), 0, 1);
}

/** Draws once for each of evenly spaced words: every chance then shows to the spacing. */
function sharesOf(table: AliasTable, words: number): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  for (let step = 0; step < words; step++) {
    const value = drawn(table, Math.floor((step + 0.5) * (4_294_967_296 / words)));
    shares.set(value, (shares.get(value) ?? 0) + 1 / words);
  }
  return shares;
}

describe('AliasTable', () => {
  it.each([
    [[7], [1]],
    [
      [0, 1],
      [3, 1],
    ],
    [
      [5, 6, 7],
      [0.2, 0.5, 0.3],
    ],
    [
      Array.from({ length: 100 }, (_, value) => 3 * value),
      Array.from({ length: 100 }, (_, value) => (value % 7) + 1e-9),
    ],
  ])('draws %j as often as their chances say', (values, chances) => {
    const whole = chances.reduce((sum, chance) => sum + chance, 0);
    const words = 1 << 18;
    const shares = sharesOf(new AliasTable(Int32Array.from(values), Float64Array.from(chances)), words);
    for (const [cell, value] of values.entries())
      expect(Math.abs((shares.get(value) ?? 0) - chances[cell]! / whole)).toBeLessThan((2 * values.length) / words);
    expect([...shares.keys()].every((value) => values.includes(value))).toBe(true);
  });

  it('takes words from the first to the last', () => {
    const table = new AliasTable(Int32Array.of(1, 2, 3), Float64Array.of(1, 1, 1));
    for (const word of [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) expect([1, 2, 3]).toContain(drawn(table, word));
  });
});
