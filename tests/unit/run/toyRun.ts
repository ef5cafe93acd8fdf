import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import type { ChatProvider } from '../../../src/core/providers/provider';
import { CallLimiter, type LimiterBounds } from '../../../src/core/run/callLimiter';
import type { Clock } from '../../../src/core/run/clock';
import { executeRun } from '../../../src/core/run/executeRun';
import type { SampleImage } from '../../../src/core/run/loadSamples';
import type { ModelEndpoint } from '../../../src/core/run/modelEndpoint';
import type { ReplyCache } from '../../../src/core/run/replyCache';
import type { CapKind, RunCaps } from '../../../src/core/run/runCaps';
import type { RunEvent } from '../../../src/core/run/runEvent';
import type { DecideLook } from '../../../src/core/run/runScope';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { EverySecond } from '../../../src/core/run/serverSilence';
import { type ManifestModel, modelName, type RunManifest } from '../../../src/core/store/runManifest';
import type { RunRecord, StatusRecord } from '../../../src/core/store/runRecord';
import type { RunStore } from '../../../src/core/store/runStore';
import type { Spending, SpendingLedger } from '../../../src/core/store/spendingLedger';
import { dataHashOf } from '../../../src/core/store/storedSamples';
import { ledgerUnder } from '../../memoryStores/memorySpendingLedger';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';

export interface ToyRunOptions {
  readonly benchmark: Benchmark;
  readonly samples: readonly Sample[];
  readonly provider: ChatProvider;
  /** For the judges, where it is another one. */
  readonly judgeProvider?: ChatProvider;
  /** For the student, where it is another one. */
  readonly studentProvider?: ChatProvider;
  /** Plays the student; makes the policy say so. */
  readonly studentModel?: string;
  readonly policy?: ProtocolPolicy;
  /** Put into the store before the run. */
  readonly images?: readonly SampleImage[];
  /** What the tutor's provider says of its model; found out by asking when absent. */
  readonly tutorTakesImages?: boolean;
  readonly judgesTakeImages?: boolean;
  readonly repeats?: number;
  readonly store?: RunStore;
  readonly judgeModels?: readonly string[];
  readonly tutorModel?: string;
  readonly baseUrl?: string;
  /** Tokens from which on the models' provider caches what calls begin with. */
  readonly leastCached?: number;
  readonly slots?: LimiterBounds;
  /** Time limit that the user set for the tutor's calls. */
  readonly tutorTimeoutMs?: number;
  readonly cache?: ReplyCache;
  readonly maxCostUsd?: number;
  /** Caps besides that on cost. */
  readonly caps?: RunCaps;
  readonly byHand?: readonly CapKind[];
  /** Of other runs under the same caps. */
  readonly spentBefore?: Spending;
  /** Where all runs of the store note what they spend. */
  readonly spending?: SpendingLedger;
  readonly clock?: Clock;
  readonly everySecond?: EverySecond;
  readonly prompt?: string;
  readonly runId?: string;
  readonly sequence?: RunManifest['sequence'];
  readonly decideLook?: DecideLook;
}

export interface ToyRunResult {
  readonly status: StatusRecord;
  readonly session: RunSession;
  readonly events: readonly RunEvent[];
  readonly limiter: CallLimiter;
  /** Everything in the journal, as read back. */
  readonly records: readonly RunRecord[];
  readonly store: RunStore;
}

export interface Attempt {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Time that only moves when somebody waits: back-off costs no real time. */
export function patientClock(): Clock {
  let now = Date.UTC(2026, 2, 1);
  return {
    now: () => now,
    elapsed: () => now,
    delay: (ms, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      now += ms;
      return Promise.resolve();
    },
  };
}

/** Starts a run in a fresh store (or the given one) and plays it until it ends. */
export async function startRun(options: ToyRunOptions, attempt: Attempt = {}): Promise<ToyRunResult> {
  const store = options.store ?? new MemoryRunStore();
  const manifest = toyManifest(options);
  const samples = options.samples.map((sample) => ({ benchmark: options.benchmark.id, sample }));
  for (const image of options.images ?? []) await store.images.put(image);
  const writer = await store.create(manifest, samples);
  await writer.close();
  return resumeRun({ ...options, store }, attempt);
}

/** Goes on with a stored run, as another process would: everything is read back from the store. */
export async function resumeRun(
  options: ToyRunOptions & { readonly store: RunStore },
  attempt: Attempt = {},
): Promise<ToyRunResult> {
  const { store, benchmark, provider } = options;
  const runId = options.runId ?? 'run-1';
  const writer = await store.reopen(runId);
  const stored = await store.open(runId);
  const session = createRunSession(
    stored.manifest,
    stored.samples,
    new Map([[benchmark.id, benchmark]]),
    stored.records,
    stored.problems,
  );
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    attempt.onEvent?.(event);
  };
  const clock = options.clock ?? patientClock();
  const limiter = new CallLimiter(options.slots ?? { start: 4, floor: 1, ceiling: 4 }, clock);
  limiter.follow((limit, reason) => onEvent({ kind: 'limit', provider: provider.id, limit, reason }));
  const endpoint = (model: ManifestModel, from: ChatProvider, takesImages?: boolean): ModelEndpoint => ({
    name: modelName(model),
    model: model.model,
    facts: { reasons: false, efforts: [], temperature: 'always', leastCached: options.leastCached },
    parameters: model.parameters,
    baseUrl: model.baseUrl,
    takesImages,
    provider: from,
    limiter,
  });
  const { student } = stored.manifest;
  const status = await executeRun(
    session,
    {
      tutor: {
        ...endpoint(stored.manifest.tutor, provider, options.tutorTakesImages),
        timeoutMs: options.tutorTimeoutMs,
      },
      judges: stored.manifest.judges.map((judge) =>
        endpoint(judge, options.judgeProvider ?? provider, options.judgesTakeImages),
      ),
      student: student === undefined ? undefined : endpoint(student, options.studentProvider ?? provider),
      images: store.images,
      writer,
      cache: options.cache,
      clock,
      random: () => 0.5,
      onEvent,
      everySecond: options.everySecond,
      decideLook: options.decideLook,
      ...options.caps,
      byHand: options.byHand,
      spentBefore: options.spentBefore,
      maxCostUsd: options.maxCostUsd,
      spending: options.spending ?? ledgerUnder(options.caps),
    },
    attempt.signal ?? new AbortController().signal,
  );
  await writer.close();
  return { status, session, events, limiter, records: (await store.open(runId)).records, store };
}

/** A manifest of one toy benchmark with fake models; repeats are not the user's choice unless given. */
export function toyManifest(options: Omit<ToyRunOptions, 'provider'>): RunManifest {
  const { benchmark, samples, repeats = 1, baseUrl, prompt = 'Be kind.', studentModel, images } = options;
  const model = (name: string): ManifestModel => ({ provider: 'fake', model: name, simulated: false, baseUrl });
  return {
    schemaVersion: 1,
    runId: options.runId ?? 'run-1',
    createdAt: '2026-03-01T00:00:00.000Z',
    toolVersion: '0.0.0',
    prompt: { path: 'tutor.md', name: 'tutor', text: prompt, revision: readPromptFile('', prompt).revision },
    tutor: model(options.tutorModel ?? 'tutor'),
    judges: (options.judgeModels ?? ['judge']).map(model),
    ...(studentModel === undefined ? {} : { student: model(studentModel) }),
    seed: 1,
    ...(options.sequence && { sequence: options.sequence }),
    policy: { ...defaultPolicy, student: studentModel === undefined ? 'script' : 'model', ...options.policy },
    benchmarks: [
      {
        id: benchmark.id,
        protocol: benchmark.protocol,
        placement: 'own',
        repeats,
        ...(options.repeats === undefined ? {} : { repeatsChosen: true }),
        source: { kind: 'file', name: 'toy', format: 'own' },
        dataHash: dataHashOf(samples, images ?? []),
        samples: samples.length,
        skipped: 0,
        ...(images === undefined
          ? {}
          : { images: Object.fromEntries(images.map(({ path, sha256, mediaType }) => [path, { sha256, mediaType }])) }),
        judgeVersions: {},
      },
    ],
  };
}
