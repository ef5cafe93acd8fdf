import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { endpointsOfRun } from '../../../src/core/history/endpointsOfRun';
import { planRejudge, StoredRunError } from '../../../src/core/history/planRejudge';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { type ChatProvider, ProviderError } from '../../../src/core/providers/provider';
import type { ProviderEntry } from '../../../src/core/providers/providerEntry';
import { buildReport } from '../../../src/core/results/buildReport';
import { createEndpoints, type EndpointOptions } from '../../../src/core/run/createEndpoints';
import { executeRun } from '../../../src/core/run/executeRun';
import { type ManifestModel, runManifestSchema } from '../../../src/core/store/runManifest';
import { type RunRecord, runRecordSchema, type StatusRecord } from '../../../src/core/store/runRecord';
import { createRun, type RunStore, type RunWriter } from '../../../src/core/store/runStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError, verdictText } from '../run/fakeProvider';
import { patientClock, startRun, type ToyRunOptions } from '../run/toyRun';
import { callCounts } from '../../callCounts';

const newJudge: ManifestModel = { provider: 'judging', model: 'judge-2', simulated: false };
const request = { runId: 'run-2', createdAt: '2026-03-05T00:00:00.000Z', toolVersion: '9.9.9' };

/** Only the judge's provider has a key; another one cannot even be connected. */
function optionsFor(provider: ChatProvider): Omit<EndpointOptions, 'batch'> & { batch(): never } {
  const entry: ProviderEntry = {
    id: 'judging',
    title: 'Judging',
    needsKey: true,
    suggestions: [],
    create: ({ apiKey }) => {
      if (apiKey === '') throw new ProviderError('No key.', { failure: 'auth', provider: 'judging' });
      return provider;
    },
  };
  return {
    entries: new Map([
      ['judging', entry],
      ['fake', { ...entry, id: 'fake' }],
    ]),
    keyFor: (id) => (id === 'judging' ? 'a key' : ''),
    concurrency: 2,
    onEvent: () => undefined,
    batch: () => {
      throw new Error('None of these runs goes through batches.');
    },
  };
}

async function judge(
  store: RunStore,
  writer: RunWriter,
  benchmark: Benchmark,
  provider: ChatProvider,
): Promise<{ status: StatusRecord; records: readonly RunRecord[] }> {
  const stored = await store.open(request.runId);
  const session = sessionOfRun(stored, new Map([[benchmark.id, benchmark]]));
  const status = await executeRun(
    session,
    {
      ...endpointsOfRun(stored.manifest, optionsFor(provider)),
      writer,
      images: store.images,
      cache: undefined,
      clock: patientClock(),
      random: () => 0.5,
      onEvent: () => undefined,
      maxCostUsd: undefined,
      spending: undefined,
    },
    new AbortController().signal,
  );
  await writer.close();
  return { status, records: (await store.open(request.runId)).records };
}

/** Runs a benchmark with one judge and judges the replies again with another. */
async function rejudged(options: ToyRunOptions, provider: FakeProvider, cutOff = Infinity) {
  const first = await startRun(options);
  const stored = await first.store.open('run-1');
  const kept = { ...stored, records: stored.records.slice(0, cutOff) };
  const planned = planRejudge(kept, [newJudge], request, new Map([[options.benchmark.id, options.benchmark]]));
  const writer = await createRun(first.store, planned);
  const result = await judge(first.store, writer, options.benchmark, provider);
  return { first, stored: kept, planned, ...result };
}

function ofKind(records: readonly RunRecord[], ...kinds: readonly RunRecord['kind'][]): readonly RunRecord[] {
  return records.filter(({ kind }) => kinds.includes(kind));
}

const withUsage = new FakeProvider((call) => ({
  text: defaultAnswer(call),
  finish: 'stop',
  usage: { input: 100, output: 10, cachedInput: 0 },
  model: 'tutor-2026',
}));

describe('judging the replies of a run again', () => {
  it('makes judge calls only and counts nothing twice', async () => {
    const provider = new FakeProvider(() => verdictText(true));
    const { first, stored, records, status, planned } = await rejudged(
      { benchmark: plainToy, samples: plainSamples(5, 3), provider: withUsage, repeats: 2 },
      provider,
    );
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(20);
    expect(provider.requests.every(isJudgeCall)).toBe(true);
    const replies = ofKind(records, 'reply');
    expect(replies).toHaveLength(30);
    expect(replies).toEqual(
      ofKind(stored.records, 'reply').map((reply) => ({
        ...reply,
        calls: 0,
        cached: 0,
        retries: 0,
        usage: undefined,
      })),
    );
    expect(records.slice(0, 30)).toEqual(replies);
    const session = sessionOfRun(await first.store.open('run-2'), new Map([[plainToy.id, plainToy]]));
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: 0, judgeCalls: 20, replies: 30, judgements: 20 });
    expect(session.state.useOf()).toMatchObject({ input: 0, output: 0 });
    // The tutor has no known price, and was not asked.
    expect(buildReport(session).run.totals.cost.unknownModels).toEqual(['judging:judge-2']);
    expect(planned.manifest.judges).toEqual([newJudge]);
  });

  it('has the old manifest but for its judges, and both can be read again', async () => {
    const { first, planned } = await rejudged(
      { benchmark: plainToy, samples: plainSamples(2), provider: withUsage, maxCostUsd: 5, prompt: 'Be brief.' },
      new FakeProvider(),
    );
    const { manifest } = await first.store.open('run-1');
    expect(planned.manifest).toEqual({
      ...manifest,
      ...request,
      maxCostUsd: undefined,
      spending: undefined,
      rejudgedFrom: 'run-1',
      repliesAt: manifest.createdAt,
      skipsCache: false,
      judges: [newJudge],
      benchmarks: manifest.benchmarks.map((entry) => ({
        ...entry,
        judgeVersions: Object.fromEntries(plainToy.judges.map(({ id, version }) => [id, version])),
      })),
    });
    const written = JSON.parse(JSON.stringify(planned.manifest)) as unknown;
    expect(runManifestSchema.parse(written)).toMatchObject({ rejudgedFrom: 'run-1', runId: 'run-2' });
    for (const record of planned.records) {
      expect(runRecordSchema.safeParse(JSON.parse(JSON.stringify(record))).success).toBe(true);
    }
  });

  it('records when the replies were made, also where they were judged again before', async () => {
    const { first, planned } = await rejudged(
      { benchmark: plainToy, samples: plainSamples(1), provider: withUsage },
      new FakeProvider(),
    );
    const { manifest } = await first.store.open('run-1');
    const again = await first.store.open('run-2');
    const benchmarks = new Map([[plainToy.id, plainToy]]);
    const third = planRejudge(again, [newJudge], { ...request, runId: 'run-3' }, benchmarks);
    expect([planned, third].map(({ manifest: { repliesAt } }) => repliesAt)).toEqual([
      manifest.createdAt,
      manifest.createdAt,
    ]);
    // One from before this was recorded: the runs that are left tell.
  });

  it('leaves what has no reply without one: failed calls, and turns that the first run never came to', async () => {
    const provider = new FakeProvider((call) => {
      if (isJudgeCall(call)) return verdictText(false);
      const words = call.messages.at(-1)?.content ?? '';
      if (/^s[3-9] says 2/.test(words)) throw providerError('tooLong', 'The tutor said no.');
      return words.startsWith('s2') ? '<think>only thoughts</think>' : 'A reply.';
    });
    const judges = new FakeProvider(() => verdictText(true));
    const samples = plainSamples(9, 2);
    const { first, records, status } = await rejudged({ benchmark: plainToy, samples, provider }, judges);
    expect(judges.requests.every(isJudgeCall)).toBe(true);
    expect(judges.requests).toHaveLength(2);
    // All is judged that can be: going on with it could bring nothing more.
    expect(status.status).toBe('completed');
    const failed = ofKind(records, 'failed');
    expect(failed).toHaveLength(7);
    expect(failed.every((record) => record.kind === 'failed' && record.message === 'The tutor said no.')).toBe(true);
    const benchmarks = new Map([[plainToy.id, plainToy]]);
    const [before, after] = await Promise.all(
      ['run-1', 'run-2'].map(async (id) => buildReport(sessionOfRun(await first.store.open(id), benchmarks))),
    );
    const counts = (report = before) =>
      report?.benchmarks.map(({ completed, failed: lost, noReply, planned }) => ({
        completed,
        lost,
        noReply,
        planned,
      }));
    expect(counts(after)).toEqual(counts(before));
    expect(counts(after)).toEqual([{ completed: 1, lost: 7, noReply: 1, planned: 9 }]);

    // Going on with it later tries nothing of the tutor's either.
    const writer = await first.store.reopen('run-2');
    const again = await judge(first.store, writer, plainToy, judges);
    expect(again.status.status).toBe('completed');
    expect(judges.requests).toHaveLength(2);
    expect(ofKind(again.records, 'failed')).toHaveLength(7);
  });

  it('records replies that were never asked for as failed, and judges those that are there', async () => {
    const judges = new FakeProvider(() => verdictText(true));
    const options = {
      benchmark: plainToy,
      samples: plainSamples(8, 1),
      provider: withUsage,
      slots: { start: 1, floor: 1, ceiling: 1 },
    };
    const { records, status } = await rejudged(options, judges, 4);
    const replies = ofKind(records, 'reply').length;
    expect(replies).toBeGreaterThan(0);
    expect(replies).toBeLessThan(8);
    expect(status.status).toBe('completed');
    expect(judges.requests).toHaveLength(replies * 2);
    expect(ofKind(records, 'failed')).toHaveLength(8 - replies);
    expect(ofKind(records, 'failed')[0]).toMatchObject({ role: 'tutor', turn: 1, calls: 0, failure: 'notAsked' });
  });

  it('tries judge calls again that failed, on going on', async () => {
    let refuses = true;
    const judges = new FakeProvider(() => {
      if (refuses) throw providerError('badRequest', 'Not now.');
      return verdictText(true);
    });
    const { first, status } = await rejudged(
      { benchmark: plainToy, samples: plainSamples(1), provider: withUsage },
      judges,
    );
    expect(status.status).toBe('incomplete');
    refuses = false;
    const again = await judge(first.store, await first.store.reopen('run-2'), plainToy, judges);
    expect(again.status.status).toBe('completed');
  });

  it('keeps the words of a model that played the student, without its key', async () => {
    const judges = new FakeProvider(() => verdictText(true));
    const { stored, records, status } = await rejudged(
      {
        benchmark: scriptedToy,
        samples: [{ id: 'c1', script: ['Hi', 'two', 'three'], answer: '7' } as { id: string }],
        provider: withUsage,
        studentModel: 'student',
        policy: { student: 'model' },
        repeats: 1,
      },
      judges,
    );
    expect(status.status).toBe('completed');
    expect(judges.requests.every(isJudgeCall)).toBe(true);
    const words = (all: readonly RunRecord[]) =>
      ofKind(all, 'student').map((record) => (record.kind === 'student' ? record.raw : ''));
    expect(words(records)).toEqual(words(stored.records));
    expect(words(records)).toHaveLength(2);
  });

  it('can be done again with what was judged again', async () => {
    const { first } = await rejudged(
      { benchmark: plainToy, samples: plainSamples(3), provider: withUsage },
      new FakeProvider(),
    );
    const stored = await first.store.open('run-2');
    const planned = planRejudge(stored, [newJudge], { ...request, runId: 'run-3' }, new Map([[plainToy.id, plainToy]]));
    expect(planned.manifest).toMatchObject({ runId: 'run-3', rejudgedFrom: 'run-2' });
    expect(ofKind(planned.records, 'reply')).toHaveLength(3);
    expect(ofKind(planned.records, 'judged', 'status')).toEqual([]);
  });

  it('needs a judge and a reply', async () => {
    const first = await startRun({ benchmark: plainToy, samples: plainSamples(2), provider: withUsage });
    const stored = await first.store.open('run-1');
    const benchmarks = new Map([[plainToy.id, plainToy]]);
    for (const [run, judges] of [
      [stored, []],
      [{ ...stored, records: [] }, [newJudge]],
    ] as const) {
      const refusal = ((): unknown => {
        try {
          return planRejudge(run, judges, request, benchmarks);
        } catch (error) {
          return error;
        }
      })();
      expect(StoredRunError.is(refusal)).toBe(true);
    }
  });
});

describe('endpointsOfRun', () => {
  it('connects an ordinary run as ever, its tutor included', async () => {
    const { session } = await startRun({ benchmark: plainToy, samples: plainSamples(1), provider: withUsage });
    const options = optionsFor(new FakeProvider());
    expect(() => endpointsOfRun(session.manifest, options)).toThrow('No key.');
    expect(() => createEndpoints(session.manifest, { ...options, batch: undefined })).toThrow('No key.');
  });

  it('has a tutor that refuses to be asked where replies are judged again', async () => {
    const { session } = await startRun({ benchmark: plainToy, samples: plainSamples(1), provider: withUsage });
    const provider = new FakeProvider();
    const manifest = { ...session.manifest, judges: [newJudge], rejudgedFrom: 'run-1' };
    const { tutor, judges, student } = endpointsOfRun(manifest, optionsFor(provider));
    expect(tutor.name).toBe('fake:tutor');
    expect(judges.map(({ name }) => name)).toEqual(['judging:judge-2']);
    expect(student).toBeUndefined();
    await expect(tutor.provider.complete({} as never, new AbortController().signal)).rejects.toThrow(/not called/);
    expect(provider.requests).toEqual([]);
  });
});
