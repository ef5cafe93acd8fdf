import { createRandom } from '../../src/core/statistics/random';

/**
 * Deals problems in a seeded order, each to the fold with the fewest replies so far. Returns each reply's fold. Replies
 * to one problem share a fold.
 */
export function groupedFolds(groups: readonly number[], count: number, seed: string): readonly number[] {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const loads = new Array<number>(count).fill(0);
  const foldOf = new Map<number, number>();
  for (const group of createRandom(seed).shuffle([...sizes.keys()].sort((left, right) => left - right))) {
    const fold = loads.indexOf(Math.min(...loads));
    loads[fold] = (loads[fold] ?? 0) + (sizes.get(group) ?? 0);
    foldOf.set(group, fold);
  }
  return groups.map((group) => foldOf.get(group) ?? 0);
}
