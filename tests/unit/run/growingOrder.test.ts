import { describe, expect, it } from 'vitest';
import { playSequence, type PlaySequence } from '../../../src/core/run/playOrder';
import { plainToy } from '../../toyBenchmarks/plainToy';

/** `from`: the sequence of a run that played `played` units of it; all, unless it is given. */
function sequence(
  units: number,
  planned: number,
  from?: PlaySequence & { readonly played?: number },
  batch = false,
): PlaySequence {
  const samples = Array.from({ length: units }, (_, unit) => ({ id: `s${unit}` }));
  const benchmark = { ...plainToy, unitOf: ({ id }: { id: string }) => id, stratumOf: undefined };
  const earlier = from && { sequence: from, played: from.played ?? from.order.length, families: from.families };
  return playSequence([{ benchmark: benchmark, samples, planned }], { seed: `${units}`, batch, earlier });
}

describe('the order of a run that grows', () => {
  it('plans the looks over the whole file, whatever is played of it', () => {
    expect(sequence(33, 400)).toMatchObject({ planned: 400, looks: [33] });
    expect(sequence(400, 400).looks).toEqual([50, 100, 150, 200, 250, 300, 350, 400]);
    expect(sequence(400, 400, undefined, true).looks).toEqual([134, 267, 400]);
  });

  it('goes on from a smaller run: its units and looks come first', () => {
    const small = sequence(33, 400);
    const larger = sequence(120, 400, small);
    expect(larger.order.slice(0, 33)).toEqual(small.order);
    expect(larger.looks).toEqual([33, 50, 100, 120]);
    expect(larger.earlier).toBeUndefined();
  });

  it('remembers the plans before the file grew', () => {
    const first = sequence(33, 33);
    const second = sequence(66, 66, first);
    const third = sequence(100, 200, second);
    expect(second.earlier).toEqual([{ planned: 33, until: 33 }]);
    expect(third.earlier).toEqual([
      { planned: 33, until: 33 },
      { planned: 66, until: 66 },
    ]);
    expect(third.looks.filter((look) => look <= 66)).toEqual(second.looks);
  });

  it('still counts the benchmarks that it started with', () => {
    expect(sequence(66, 66, { ...sequence(33, 33), families: 6 }).families).toBe(6);
  });
});
