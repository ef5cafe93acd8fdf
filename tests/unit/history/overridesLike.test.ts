import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { type PlannedRejudge, planRejudge, overridesLike } from '../../../src/core/history/planRejudge';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { createRun, type StoredRun } from '../../../src/core/store/runStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider } from '../run/fakeProvider';
import { startRun } from '../run/toyRun';

const tone = { id: 'tone', title: 'Tone', question: 'Is the tone right?', version: 'tone@00000001' };
const benchmark = { ...(plainToy as Benchmark), judges: [tone] };
const ownTone = { judges: ['tone'], file: 'judges/tone.md', replaces: '00000000', text: 'Is the tone kind?' };
const at = { createdAt: '2026-03-05T00:00:00.000Z', toolVersion: '9.9.9' };

function judgedAgain(
  stored: StoredRun,
  runId: string,
  overrides: ReturnType<typeof overridesLike> | undefined,
): PlannedRejudge {
  const request = { ...at, runId, overrides };
  return planRejudge(stored, stored.manifest.judges, request, new Map([[benchmark.id, benchmark]]));
}

/** The same replies in two runs: judged with the built-in texts, and with an own one. */
async function twoJudgings(): Promise<{ readonly builtIn: StoredRun; readonly own: StoredRun }> {
  const { store } = await startRun({ benchmark, samples: plainSamples(1), provider: new FakeProvider() });
  const first = await store.open('run-1');
  for (const [runId, overrides] of [
    ['run-2', []],
    ['run-3', [ownTone]],
  ] as const) {
    const planned = judgedAgain(first, runId, new Map([[benchmark.id, overrides]]));
    await (await createRun(store, planned)).close();
  }
  return { builtIn: await store.open('run-2'), own: await store.open('run-3') };
}

function judging({ benchmarks }: RunManifest): unknown {
  return benchmarks.map(({ promptOverrides: overrides, judgeVersions }) => ({
    promptOverrides: overrides,
    judgeVersions,
  }));
}

describe('overridesLike', () => {
  it('has replies judged with the texts of another run, own ones and built-in ones', async () => {
    const { builtIn, own } = await twoJudgings();
    const likeOwn = judgedAgain(builtIn, 'run-4', overridesLike(builtIn.manifest, own.manifest));
    expect(judging(likeOwn.manifest)).toEqual(judging(own.manifest));
    const likeBuiltIn = judgedAgain(own, 'run-5', overridesLike(own.manifest, builtIn.manifest));
    expect(judging(likeBuiltIn.manifest)).toEqual(judging(builtIn.manifest));
    expect(judging(own.manifest)).not.toEqual(judging(builtIn.manifest));
  });

  it('keeps those of a benchmark that the other run does not have', async () => {
    const { own } = await twoJudgings();
    const kept = judgedAgain(own, 'run-4', overridesLike(own.manifest, { benchmarks: [] }));
    expect(judging(kept.manifest)).toEqual(judging(own.manifest));
  });
});
