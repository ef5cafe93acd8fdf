import { describe, expect, it } from 'vitest';
import { remainingSamples } from '../../../src/core/compare/remainingSamples';
import type { RunSession } from '../../../src/core/run/runSession';
import { comparedSession, type ComparedRunParts, oneTrial } from './comparedSessions';

/** A run of samples s1 to `file`, of which those up to `played` have a reply; `limit`: where it ends first. */
function run(file: number, played: number, limit = file, parts: Partial<ComparedRunParts> = {}): RunSession {
  const ids = Array.from({ length: file }, (_, index) => `s${index + 1}`);
  const order = ids.map((id) => `guideeval/${id}`);
  const sequence = { planned: file, order, looks: [limit], ...(limit < file && { firstStop: limit }) };
  return comparedSession({
    trials: oneTrial(ids.map(() => 1)),
    unanswered: ids.slice(played),
    ...parts,
    manifest: { sequence, ...parts.manifest },
  });
}

describe('the samples that two runs have left', () => {
  it('are those of the file that either lacks, also beyond its limit, played by both texts', () => {
    const [before, after] = [run(6, 2, 3), run(6, 3, 3)];
    expect(remainingSamples(before, after)).toEqual({
      left: new Map([['guideeval', 4]]),
      runs: [before, after],
      samples: 4,
      // One reply and one judge of the target each, for four and for three samples.
      calls: 14,
    });
  });

  it('are played by the run that lacks them alone', () => {
    const [whole, half] = [run(4, 4), run(4, 2)];
    const one = { left: new Map([['guideeval', 2]]), runs: [half], samples: 2, calls: 4 };
    expect(remainingSamples(whole, half)).toEqual(one);
    expect(remainingSamples(half, whole)).toEqual(one);
    expect(remainingSamples(half, half)).toEqual(one);
    const over = { left: new Map([['guideeval', 0]]), runs: [], samples: 0, calls: 0 };
    expect(remainingSamples(whole, run(4, 4))).toEqual(over);
  });

  it('are fewer than what is played where the file of one run has more: going on plays all of a run', () => {
    const [small, large] = [run(3, 3), run(8, 2)];
    const all = { left: new Map([['guideeval', 1]]), runs: [large], samples: 6, calls: 12 };
    expect(remainingSamples(small, large)).toEqual(all);
    expect(remainingSamples(large, small)).toEqual(all);
    expect(remainingSamples(small, run(8, 3))).toMatchObject({ runs: [], samples: 0, calls: 0 });
  });

  it('have replies to all of their repeats, or are left', () => {
    const trials = { s1: [1, 1], s2: [1, 1], s3: [1, 1] };
    const [whole, half] = [1, 2].map(() => run(3, 3, 3, { trials, repeats: 2 })) as [RunSession, RunSession];
    half.state.items.delete('guideeval/s2#0');
    half.state.items.delete('guideeval/s3#1');
    expect(remainingSamples(whole, half)).toMatchObject({ left: new Map([['guideeval', 2]]), samples: 2, calls: 4 });
  });

  it('cost no call where models are simulated', () => {
    const offline = { provider: 'offline', model: 'offline', simulated: true };
    const half = run(4, 2, 4, { manifest: { tutor: offline, judges: [offline] } });
    expect(remainingSamples(half, half)).toMatchObject({ samples: 2, calls: 0 });
  });

  it('are none of a run that cannot go on: what it has played is all that can be shared', () => {
    const recorded = { name: 'file', format: 'own', missing: 0, unused: 0 };
    for (const manifest of [{ recorded }, { rejudgedFrom: 'run-0' }, { sequence: undefined }]) {
      const given = run(6, 4, 6, { manifest });
      expect(remainingSamples(given, given)).toBeUndefined();
      const half = run(6, 2);
      expect(remainingSamples(given, half)).toMatchObject({
        left: new Map([['guideeval', 2]]),
        runs: [half],
        samples: 4,
      });
    }
  });
});
