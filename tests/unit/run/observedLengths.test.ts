import { describe, expect, it } from 'vitest';
import { observePace } from '../../../src/core/run/estimateByRecent';
import { estimateRun } from '../../../src/core/run/estimateRun';
import { type ObservedLengths, observeLengths } from '../../../src/core/run/observedLengths';
import { createRunSession } from '../../../src/core/run/runSession';
import { estimateJson, estimateNotes } from '../../../src/core/report/estimateReport';
import type { RecentRun } from '../../../src/core/store/readJournal';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider, isJudgeCall, verdictText } from './fakeProvider';
import { startRun, toyManifest } from './toyRun';

const base = { benchmark: plainToy, samples: plainSamples(20, 2), tutorModel: 'gpt-4o', judgeModels: ['gpt-4.1'] };

/** A run whose tutor said 10, 20, … tokens and whose judge always 33, as a store gives it back. */
async function earlier(changes: Partial<RunManifest> = {}): Promise<RecentRun> {
  let replies = 0;
  const provider = new FakeProvider((request) => {
    if (isJudgeCall(request)) {
      return { text: verdictText(true), finish: 'stop', usage: { input: 50, output: 33, cachedInput: 0 } };
    }
    replies += 1;
    return { text: 'y'.repeat(90), finish: 'stop', usage: { input: 50, output: 10 * replies, cachedInput: 0 } };
  });
  const { session, records } = await startRun({ ...base, provider });
  return { manifest: { ...session.manifest, ...changes }, records: () => Promise.resolve(records) };
}

async function* stored(...runs: readonly RecentRun[]): AsyncGenerator<RecentRun> {
  for (const run of runs) yield await Promise.resolve(run);
}

function estimated(lengths?: ObservedLengths) {
  const manifest = toyManifest(base);
  const samples = base.samples.map((sample) => ({ benchmark: plainToy.id, sample }));
  const session = createRunSession(manifest, samples, new Map([[plainToy.id, plainToy]]));
  return { manifest, estimate: estimateRun(session, lengths) };
}

describe('the pace of earlier runs', () => {
  const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
  const manifest = toyManifest(base);
  /** Its answers came every two seconds, before and after a night's pause. */
  const paced = async (changes: Partial<RunManifest> = {}, count = 40): Promise<RecentRun> => {
    const run = await earlier(changes);
    const records = (await run.records()).filter((record) => 'calls' in record).slice(0, count);
    return {
      ...run,
      records: () =>
        Promise.resolve(
          records.map((record, index) => ({ ...record, at: at(index < 20 ? 2 * index : 30_000 + 2 * index) })),
        ),
    };
  };

  it('says how long a run will take', async () => {
    const callMs = await observePace(manifest, stored(await paced()));
    expect(callMs).toBe(2_000);
    const estimate = { ...estimated().estimate, callMs };
    expect(estimateNotes(manifest, estimate)).toContain(
      'Time: about 2 min 40 s, as fast as the last run with these models.',
    );
    expect(estimateNotes(manifest, { ...estimate, callMs: 10 }).join()).toContain('Time: about 0.8 s');
    expect(estimateNotes({ ...manifest, batch: true }, estimate).join()).not.toContain('Time:');
  });

  it('is not known from other models, batches and a few answers', async () => {
    const other = { provider: 'fake', model: 'gpt-4o-mini', simulated: false };
    const runs = [await paced({ tutor: other }), await paced({ batch: true }), await paced({}, 8)];
    expect(await observePace(manifest, stored(...runs))).toBeUndefined();
    expect(estimateNotes(manifest, estimated().estimate).join()).toContain('Time: not known before a first run');
  });
});

describe('lengths of earlier answers', () => {
  it('take the place of the usual ones, by model, role and benchmark', async () => {
    const { manifest, estimate } = estimated(await observeLengths(toyManifest(base), stored(await earlier())));
    const [part] = estimate.benchmarks;
    // 40 replies of 10 to 400 tokens: the 10th percentile is the fifth shortest, the 90th the fifth longest.
    expect(part?.tutor.output).toEqual({ low: 40 * 50, high: 40 * 360 });
    expect(part?.judge.output).toEqual({ low: 40 * 33, high: 40 * 33 });
    expect(estimate.observed).toMatchObject([
      { role: 'tutor', model: 'fake:gpt-4o', benchmark: plainToy.id, calls: 40, characters: { low: 90, high: 90 } },
      { role: 'judge', model: 'fake:gpt-4.1', calls: 40, low: 33, high: 33 },
    ]);
    expect(estimateNotes(manifest, estimate).join('\n')).toMatch(/Tokens: .* out, by 80 earlier answers, else usual/);
    expect(estimateJson(manifest, estimate).observed[0]).toEqual({
      role: 'tutor',
      model: 'fake:gpt-4o',
      benchmark: plainToy.id,
      calls: 40,
      outputTokens: { low: 50, high: 360 },
    });
  });

  it('what a second turn sends again goes by the length of what was said, not by hidden tokens', async () => {
    const usual = estimated().estimate.benchmarks[0]?.tutor.input;
    const seen = estimated(await observeLengths(toyManifest(base), stored(await earlier()))).estimate.benchmarks[0];
    // 90 characters are 20 to 30 tokens; usual are 60 to 400. Each of the 20 dialogues sends its first reply once more.
    expect(seen?.tutor.input.low).toBe((usual?.low ?? 0) - 20 * 40);
    expect(seen?.tutor.input.high).toBe((usual?.high ?? 0) - 20 * 370);
  });

  it.each<[string, Partial<RunManifest>]>([
    ['another model', { tutor: { provider: 'fake', model: 'gpt-4o-mini', simulated: false } }],
    [
      'another server',
      { tutor: { provider: 'fake', model: 'gpt-4o', simulated: false, baseUrl: 'http://localhost:1' } },
    ],
    ['another policy', { policy: { ...toyManifest(base).policy, oneSentence: false } }],
  ])('of the tutor do not count with %s; those of the judge still do', async (_what, changes) => {
    const lengths = await observeLengths(toyManifest(base), stored(await earlier(changes)));
    const { estimate } = estimated(lengths);
    expect(estimate.observed.map(({ role }) => role)).toEqual(['judge']);
    expect(estimate.benchmarks[0]?.tutor.output).toEqual({ low: 40 * 60, high: 40 * 100 });
  });

  it('that are too few do not count', async () => {
    const run = await earlier();
    const few = { ...run, records: async () => (await run.records()).slice(0, 8) };
    const { manifest, estimate } = estimated(await observeLengths(toyManifest(base), stored(few)));
    expect(estimate.observed).toEqual([]);
    expect(estimateNotes(manifest, estimate).join('\n')).toContain('usual lengths of replies');
  });

  it('are looked for in a bounded number of journals', async () => {
    let read = 0;
    const run = await earlier();
    const counted: RecentRun = {
      ...run,
      records: () => {
        read += 1;
        return Promise.resolve([]);
      },
    };
    await observeLengths(toyManifest(base), stored(...Array.from({ length: 50 }, () => counted)));
    expect(read).toBe(6);
  });
});
