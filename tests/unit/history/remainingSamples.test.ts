import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { PlannedBenchmark } from '../../../src/core/run/loadSamples';
import { remainingSamples, sharedSamples } from '../../../src/core/history/planLarger';
import { comparedSession, oneTrial } from '../compare/comparedSessions';
import { sample, toyBenchmark, type ToySample } from '../report/reportFixture';

const benchmark = toyBenchmark as Benchmark;
const picture = { path: 'a.png', mediaType: 'image/png', sha256: 'a'.repeat(64), content: new Uint8Array([1]) };

function planned(samples: readonly ToySample[], change: Partial<Benchmark> = {}): PlannedBenchmark {
  return {
    benchmark: { ...benchmark, ...change },
    source: { kind: 'file', name: 'larger.jsonl', format: 'own' },
    loaded: { samples, format: 'own', problems: [], images: [picture] },
  };
}

function named(...ids: readonly string[]): readonly ToySample[] {
  return ids.map((id) => sample(id));
}

const before = comparedSession({ trials: oneTrial([1, 0, 1]) });
const after = comparedSession({ trials: { s2: [1], s3: [0], s4: [1] } });

describe('remainingSamples', () => {
  it('counts what is not in both runs, from the runs’ own file or a larger one', () => {
    expect(sharedSamples(before, after, benchmark).map(({ id }) => id)).toEqual(['s2', 's3']);
    const all = planned(named('s1', 's2', 's3', 's4', 's5'));
    expect(remainingSamples(before, after, all)).toEqual({ kind: 'known', file: 'larger.jsonl', unplayed: 3 });
  });

  it('is none where both runs have played all', () => {
    expect(remainingSamples(before, before, planned(named('s1', 's2', 's3')))).toMatchObject({ unplayed: 0 });
  });

  it('does not hang on the order of members', () => {
    const { id, group, words } = sample('s2');
    expect(remainingSamples(before, after, planned([{ words, group, id }, ...named('s3')]))).toMatchObject({
      kind: 'known',
    });
  });

  it('says which sample of the runs is gone or another one', () => {
    const others = { kind: 'others', file: 'larger.jsonl', missing: 's3' };
    expect(remainingSamples(before, after, planned(named('s1', 's2', 's4')))).toEqual(others);
    const edited = planned([...named('s2'), sample('s3', 'wrong')]);
    expect(remainingSamples(before, after, edited)).toEqual(others);
  });

  it('takes another picture under the same name for another sample', () => {
    const pictured = { imagesOf: () => [{ path: 'a.png', mediaType: 'image/png' }] };
    const withPicture = (sha256: string): typeof before =>
      comparedSession({
        trials: oneTrial([1, 0]),
        entry: { images: { 'a.png': { sha256, mediaType: 'image/png' } } },
      });
    const [same, other] = [withPicture('a'.repeat(64)), withPicture('b'.repeat(64))];
    const all = planned(named('s1', 's2', 's3'), pictured);
    expect(remainingSamples(same, same, all)).toMatchObject({ kind: 'known', unplayed: 1 });
    expect(remainingSamples(same, other, all)).toMatchObject({ kind: 'others', missing: 's1' });
  });

  it('counts samples as both runs play them', () => {
    const twice = planned(named('s1', 's2', 's3', 's4'), {
      expand: (samples, { theory }) =>
        theory === 'both' ? samples.flatMap((one) => [one, { ...one, id: `${one.id}~x` }]) : samples,
    });
    expect(remainingSamples(before, after, twice)).toMatchObject({ unplayed: 2 });
    const both = { manifest: { policy: { ...before.policy, theory: 'both' } } } as const;
    const [one, other] = [before, after].map(({ manifest: { runId } }, place) =>
      comparedSession({ trials: oneTrial([1, 0, 1]), manifest: { ...both.manifest, runId: `${runId}-${place}` } }),
    );
    expect(remainingSamples(one!, other!, twice)).toMatchObject({ unplayed: 5 });
  });

  it('is not known where the runs share no sample', () => {
    const lone = comparedSession({ trials: { other: [1] } });
    expect(remainingSamples(before, lone, planned(named('s1')))).toBeUndefined();
  });
});
