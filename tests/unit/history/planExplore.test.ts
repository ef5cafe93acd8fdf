import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { compareRuns, comparePair } from '../../../src/core/compare/compareRuns';
import { runsOfSameText } from '../../../src/core/compare/sameText';
import { chanceOfPassing, planExplore } from '../../../src/core/history/planExplore';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import { runManifestSchema } from '../../../src/core/store/runManifest';
import type { StoredRun } from '../../../src/core/store/runStore';
import { comparedSession, type ComparedRunParts, judge, options } from '../compare/comparedSessions';

function session(trials: ComparedRunParts['trials'], parts: Partial<ComparedRunParts> = {}): RunSession {
  return comparedSession({ trials, repeats: 1, ...parts });
}

function stored(run: RunSession): StoredRun {
  const samples = [...new Set(run.items.map(({ sample }) => sample))];
  const [{ benchmark }] = run.items as [RunSession['items'][number]];
  return {
    manifest: run.manifest,
    samples: samples.map((sample) => ({ benchmark: benchmark.id, sample })),
    records: [...run.state.items.values()].flatMap(({ replyRecords, answers }) => [
      ...replyRecords,
      ...[...answers.values()].flatMap((byKey) => [...byKey.values()]),
    ]),
    problems: [],
  };
}

const prompt = readPromptFile('prompts/toy.md', 'Be kinder.');
const request = (others: readonly RunSession[] = []) => ({
  ...{ runId: 'explore-1', createdAt: '2026-03-02T10:00:00.000Z', toolVersion: '0.1.0' },
  ...{ prompt, promptName: 'toy.md', git: undefined, others },
});

function benchmarksOf(run: RunSession): ReadonlyMap<string, Benchmark> {
  return new Map(run.items.map(({ benchmark }) => [benchmark.id, benchmark]));
}

describe('exploring failing cases', () => {
  const run = session({ a: [0], b: [1], c: [0], d: [undefined] });

  it('plays the samples whose first play fails, once each, by the models of the run, and is marked', () => {
    const { manifest, samples } = planExplore(stored(run), request(), benchmarksOf(run));
    expect(samples.map(({ sample }) => (sample as { id: string }).id)).toEqual(['a', 'c']);
    const { tutor } = run.manifest;
    expect(manifest).toMatchObject({ purpose: 'explore', explored: { run: 'run-1' }, skipsCache: true, tutor });
    expect(manifest.prompt.revision).toBe(prompt.revision);
    expect(manifest.sequence).toBeUndefined();
    expect(manifest.benchmarks[0]).toMatchObject({ samples: 2, repeats: 1 });
    expect(runManifestSchema.parse(JSON.parse(JSON.stringify(manifest)))).toMatchObject({ purpose: 'explore' });
  });

  it('is refused where nothing fails', () => {
    const passing = session({ a: [1] });
    expect(() => planExplore(stored(passing), request(), benchmarksOf(passing))).toThrow(/nothing to explore/u);
  });

  it('says how many pass now, and that chance is not known', () => {
    const planned = planExplore(stored(run), request(), benchmarksOf(run));
    const later = session({ a: [1], c: [0] }, { manifest: planned.manifest });
    const [warning] = buildReport(later, { resamples: 100 }).warnings.filter(({ kind }) => kind === 'explore');
    expect(warning?.message).toBe(
      'Explored failing cases: 1 of 2 pass now; the number expected by chance is unknown until the earlier prompt is run again. Read these replies; they are never compared.',
    );
    expect(warning?.message).not.toMatch(/better|worse|improve/u);
  });

  it('says how many would pass by chance, from repeats and other runs of the earlier prompt', () => {
    const ids = Array.from({ length: 10 }, (_, index) => `s${String(index)}`);
    const first = session(Object.fromEntries(ids.map((id) => [id, [0]])));
    const again = session(Object.fromEntries(ids.map((id, index) => [id, [index < 4 ? 1 : 0]])), {
      manifest: { runId: 'run-2', seed: 2 },
      at: { replies: '2026-03-01T11:00:00.000Z', verdicts: '2026-03-01T11:00:01.000Z' },
    });
    const { manifest } = planExplore(stored(first), request([again]), benchmarksOf(first));
    // 16 plays failed; the others of their samples passed in 4.
    expect(manifest.explored?.chance).toEqual({ share: 4 / 16, trials: 16 });
    const later = session({ s0: [1], s1: [1], s2: [0], s3: [undefined] }, { manifest });
    const [warning] = buildReport(later, { resamples: 100 }).warnings.filter(({ kind }) => kind === 'explore');
    expect(warning?.message).toBe(
      'Explored failing cases: 2 of 3 pass now; about 1 would by chance (16 failing replies of the earlier prompt were repeated). 1 of 4 cases unscored. Read these replies; they are never compared.',
    );
    const purpose = { ...again.manifest, purpose: 'explore' as const };
    const withExplored = planExplore(stored(first), request([{ ...again, manifest: purpose }]), benchmarksOf(first));
    expect(withExplored.manifest.explored?.chance).toBeUndefined();
  });

  it('is never compared, on either side, and is no further play', () => {
    const explored = session({ a: [1], c: [1] }, { manifest: { purpose: 'explore', runId: 'explore-1', seed: 2 } });
    for (const [before, after] of [
      [run, explored],
      [explored, run],
    ] as const) {
      expect(() => compareRuns(before, after, options)).toThrow(/explore-1 explores failing cases/u);
      expect(() => comparePair(before, after, { others: [] })).toThrow(/never compared/u);
    }
    expect(runsOfSameText([run, explored], judge)).toEqual({ groups: [[run]], leftOut: [] });
  });
});

describe('what chance alone gives', () => {
  it('is not said from fewer than five failing plays, nor from single plays', () => {
    expect(
      chanceOfPassing([
        [false, true],
        [false, false],
        [true, true],
      ]),
    ).toBeUndefined();
    expect(chanceOfPassing(Array.from({ length: 9 }, () => [false]))).toBeUndefined();
  });

  it('is what a new play of the failing samples gives, within two standard errors', () => {
    const random = createRandom('chances');
    const rounds = 1_000;
    let [expected, seen, squares] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const rates = Array.from({ length: 60 }, () => random.next());
      const play = (rate: number): boolean => random.next() < rate;
      const samples = rates.map((rate) => [play(rate), play(rate), play(rate)]);
      const share = chanceOfPassing(samples)?.share ?? Number.NaN;
      const failing = rates.filter((_, index) => samples[index]?.[0] === false);
      const difference = share * failing.length - failing.filter(play).length;
      expected += share * failing.length;
      seen += share * failing.length - difference;
      squares += difference ** 2;
    }
    const error = Math.sqrt(squares) / rounds;
    expect(Math.abs(expected - seen) / rounds).toBeLessThan(2 * error);
  });
});
