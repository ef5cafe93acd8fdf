import { describe, expect, it } from 'vitest';
import { type EditEffect, editOutcome } from '../../../src/core/results/editEvidence';
import { raceDrops } from '../../../src/core/results/editReport';
import { racingLooks } from '../../../src/core/run/editTrial';

const effect = (gain: number, p: number, low = gain - 5): EditEffect => {
  return { gain, p, interval: { low, high: gain + 5, level: 0.95 } };
};
const guard = (gain: number, p: number, low: number) => ({ ...effect(gain, p, low), margin: 10 });
const level = 0.01;

describe('the word for a confirmed edit', () => {
  it.each([
    ['proved', { targets: [effect(12, 0.009)], guards: [] }],
    ['supported', { targets: [effect(12, 0.011)], guards: [] }],
    ['supported', { targets: [effect(12, 0.4)], guards: [] }],
    ['promising', { targets: [effect(12, 0.41)], guards: [] }],
    ['noEvidence', { targets: [effect(0, 1)], guards: [] }],
    ['noEvidence', { targets: [effect(-3, 0.2)], guards: [] }],
    ['noEvidence', { targets: [], guards: [] }],
    ['worse', { targets: [effect(-12, 0.04)], guards: [] }],
    // Two targets: Holm doubles the smaller p.
    ['supported', { targets: [effect(12, 0.006), effect(1, 0.9)], guards: [] }],
    ['worse', { targets: [effect(12, 0.001), effect(-12, 0.02)], guards: [] }],
    ['proved', { targets: [effect(12, 0.001)], guards: [guard(-2, 0.5, -9)] }],
    // The guard may lose more than its margin, so the gain is not proved.
    ['supported', { targets: [effect(12, 0.001)], guards: [guard(-2, 0.5, -11)] }],
    ['worse', { targets: [effect(12, 0.001)], guards: [guard(-8, 0.05, -14)] }],
    ['judgeDependent', { targets: [effect(12, 0.001)], guards: [], second: [5.9] }],
    ['proved', { targets: [effect(12, 0.001)], guards: [], second: [6.1] }],
    ['proved', { targets: [effect(12, 0.001)], guards: [], second: [undefined] }],
    ['promising', { targets: [effect(12, 0.9)], guards: [], second: [-20] }],
  ] as const)('is %s: %j', (word, facts) => {
    expect(editOutcome({ level, ...facts })).toBe(word);
  });
});

describe('a race', () => {
  const target = (gain: number) => ({ role: 'target' as const, gain, p: 0.5 });
  const harm = (p: number) => ({ role: 'guard' as const, gain: -3, p });

  it('drops the worst after each look, and keeps the last one', () => {
    const left = [4, -2, 9].map((gain, index) => ({ candidate: index + 1, metrics: [target(gain)] }));
    expect(raceDrops(left)).toEqual([2]);
    expect(raceDrops(left.slice(2))).toEqual([]);
  });

  it('drops whatever loses on a guard, also the last one', () => {
    const loser = { candidate: 1, metrics: [target(20), harm(0.1)] };
    expect(raceDrops([loser, { candidate: 2, metrics: [target(1), harm(0.3)] }])).toEqual([1]);
    expect(raceDrops([loser])).toEqual([1]);
  });

  it('looks after growing numbers of units, the last time after all of them', () => {
    expect(racingLooks(60, 1)).toEqual([60]);
    expect(racingLooks(60, 2)).toEqual([30, 60]);
    const looks = racingLooks(60, 6);
    expect(looks).toEqual(looks.toSorted((one, other) => one - other));
    expect(looks.at(-1)).toBe(60);
    expect(looks).toHaveLength(6);
  });
});
