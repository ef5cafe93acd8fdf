import { CallLimiter, type LimiterBounds } from '../../../src/core/run/callLimiter';
import { systemClock, type Clock } from '../../../src/core/run/clock';
import { executeRun } from '../../../src/core/run/executeRun';
import { FileReplyCache } from '../../../src/core/run/replyCache';
import type { ModelEndpoint } from '../../../src/core/run/modelEndpoint';
import type { RunEvent } from '../../../src/core/run/runEvent';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { type ManifestModel, modelName } from '../../../src/core/store/runManifest';
import type { RunRecord, StatusRecord } from '../../../src/core/store/runRecord';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { toyManifest } from '../../unit/run/toyRun';
import { factsOf } from '../../../src/core/providers/modelFacts';

export interface LoopbackRunOptions {
  /** Folder of the store. */
  readonly root: string;
  /** Address of the server for tutor (Chat Completions) and judge (Messages unless planned otherwise). */
  readonly url: string;
  readonly slots?: LimiterBounds;
  /** Longest wait for one reply, in milliseconds of real time. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly cache?: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

export interface LoopbackRun {
  readonly status: StatusRecord;
  readonly session: RunSession;
  readonly events: readonly RunEvent[];
  /** Everything in the journal, as read back. */
  readonly records: readonly RunRecord[];
}

export const runId = 'run-1';
const benchmarks = new Map([[plainToy.id, plainToy]]);

/** Puts a run of `samples` toy samples into a store, to be played: a reply and two verdicts each. */
export async function planLoopbackRun(
  root: string,
  samples: number,
  judgeProvider: 'anthropic' | 'openai' = 'anthropic',
): Promise<void> {
  const planned = plainSamples(samples);
  const manifest = {
    ...toyManifest({ benchmark: plainToy, samples: planned }),
    tutor: { provider: 'openai', model: 'tutor', simulated: false },
    judges: [{ provider: judgeProvider, model: 'judge', simulated: false }],
  };
  const stored = planned.map((sample) => ({ benchmark: plainToy.id, sample }));
  await (await new FileRunStore(root).create(manifest, stored)).close();
}

/** Plays the planned run, from wherever it stands, through the real providers. */
export async function playLoopbackRun(options: LoopbackRunOptions): Promise<LoopbackRun> {
  const { root, url, clock = systemClock, slots = { start: 8, floor: 1, ceiling: 16 }, timeoutMs } = options;
  const store = new FileRunStore(root);
  const writer = await store.reopen(runId);
  const stored = await store.open(runId);
  const session = createRunSession(stored.manifest, stored.samples, benchmarks, stored.records, stored.problems);
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  const connect = (model: ManifestModel): Omit<ModelEndpoint, 'name' | 'model'> => {
    const create = model.provider === 'openai' ? createOpenAiProvider : createAnthropicProvider;
    const baseUrl = model.provider === 'openai' ? `${url}/v1` : url;
    const limiter = new CallLimiter(slots, clock);
    limiter.follow((limit, reason) => onEvent({ kind: 'limit', provider: model.provider, limit, reason }));
    const provider = create({ apiKey: 'sk-loopback-1234567890', baseUrl, timeoutMs }, new ShapeMemory());
    return { baseUrl, facts: factsOf(model.provider, model.model), provider, limiter };
  };
  const links = new Map<string, ReturnType<typeof connect>>();
  const endpoint = (model: ManifestModel): ModelEndpoint => {
    const link = links.get(model.provider) ?? connect(model);
    links.set(model.provider, link);
    return { name: modelName(model), model: model.model, ...link };
  };
  const cache = options.cache === true ? new FileReplyCache(root) : undefined;
  try {
    const status = await executeRun(
      session,
      {
        tutor: endpoint(stored.manifest.tutor),
        judges: stored.manifest.judges.map(endpoint),
        writer,
        images: store.images,
        cache,
        clock,
        random: Math.random,
        onEvent,
        maxCostUsd: undefined,
        spending: undefined,
      },
      options.signal ?? new AbortController().signal,
    );
    return { status, session, events, records: (await store.open(runId)).records };
  } finally {
    await cache?.close();
    await writer.close();
  }
}

/** Answered calls, one line for each record of one. */
export function answeredIn(records: readonly RunRecord[]): string[] {
  return records.flatMap((record) => {
    if (record.kind === 'reply') return `${record.item} turn ${record.turn}`;
    return record.kind === 'judged' ? `${record.item} ${record.key}` : [];
  });
}

/** The lines that `answeredIn` gives for a run that is complete, sorted. */
export function plannedAnswers(samples: number): string[] {
  return plainSamples(samples)
    .flatMap(({ id }) => ['turn 1', 'tone', 'clarity'].map((step) => `${plainToy.id}/${id}#0 ${step}`))
    .sort();
}
