import { describe, expect, it } from 'vitest';
import { playRandomBatchRun, type RandomBatchRun } from './randomBatchRuns';

const seeds = Array.from({ length: 80 }, (_, index) => index + 1);
const plays = new Map<number, Promise<RandomBatchRun>>();

/** Each seed is played once, whichever test asks for it first. */
function playOf(seed: number): Promise<RandomBatchRun> {
  const play = plays.get(seed) ?? playRandomBatchRun(seed);
  plays.set(seed, play);
  return play;
}

describe('a run in batches with random trouble', () => {
  it.each(seeds)('holds to its promises, seed %i', async (seed) => {
    expect((await playOf(seed)).problems).toEqual([]);
  });

  it('ends in every way there is, so that the seeds show something', async () => {
    const endings: string[] = [];
    for (const seed of seeds) endings.push(...(await playOf(seed)).endings);
    expect(new Set(endings)).toEqual(
      new Set(['completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget']),
    );
  });
});
