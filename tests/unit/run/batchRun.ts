import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { Sample } from '../../../src/core/benchmark/samples';
import type { ChatProvider } from '../../../src/core/providers/provider';
import type { ProviderEntry } from '../../../src/core/providers/providerEntry';
import { createEndpoints } from '../../../src/core/run/createEndpoints';
import { executeRun } from '../../../src/core/run/executeRun';
import type { ReplyCache } from '../../../src/core/run/replyCache';
import type { RunEvent } from '../../../src/core/run/runEvent';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { BatchLog } from '../../../src/core/store/batchLog';
import type { RunRecord, StatusRecord } from '../../../src/core/store/runRecord';
import type { RunStoreError } from '../../../src/core/store/runStoreError';
import { MemoryBatchLog } from '../../memoryStores/memoryBatchLog';
import { ledgerUnder } from '../../memoryStores/memorySpendingLedger';
import { MemoryImageStore } from '../../memoryStores/memoryImageStore';
import type { BatchHost } from './batchHost';
import { SteppedClock } from './steppedClock';
import { toyManifest, type ToyRunOptions } from './toyRun';

/** What is left of a run when no process works on it. */
export interface KeptRun {
  readonly records: RunRecord[];
  readonly log: BatchLog;
}

export function newRun(): KeptRun {
  return { records: [], log: new MemoryBatchLog() };
}

/** A process that dies at its `step`th access to disk or provider, before or after it takes effect. */
export class Mortal {
  acts = 0;
  readonly #step: number;
  readonly #when: 'before' | 'after';
  readonly died: Promise<void>;
  /** Ends the process whatever it does, for one that would go on for ever. */
  die: () => void = () => undefined;

  constructor(step = Number.POSITIVE_INFINITY, when: 'before' | 'after' = 'before') {
    this.#step = step;
    this.#when = when;
    this.died = new Promise((resolve) => (this.die = resolve));
  }

  readonly act = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    this.acts += 1;
    const { acts } = this;
    if (acts > this.#step || (acts === this.#step && this.#when === 'before')) return this.#never();
    const result = await work();
    return acts === this.#step ? this.#never() : result;
  };

  #never(): Promise<never> {
    this.die();
    return new Promise(() => undefined);
  }
}

export interface BatchRunOptions extends Omit<ToyRunOptions, 'provider' | 'store' | 'benchmark' | 'samples'> {
  readonly benchmark: Benchmark;
  readonly samples: readonly Sample[];
  readonly host: BatchHost;
  readonly cache?: ReplyCache;
  readonly maxCostUsd?: number;
  /** Thrown in the place of writing a record to the journal. */
  readonly writeFault?: (record: RunRecord) => RunStoreError | undefined;
}

export interface BatchRunResult {
  readonly status: StatusRecord;
  readonly session: RunSession;
  readonly events: readonly RunEvent[];
  readonly clock: SteppedClock;
}

/** Plays a run, or goes on with it, as one process does. `undefined` when the process died. */
export async function playBatchRun(
  kept: KeptRun,
  options: BatchRunOptions,
  attempt: {
    readonly mortal?: Mortal;
    readonly signal?: AbortSignal;
    readonly onEvent?: (event: RunEvent) => void;
  } = {},
): Promise<BatchRunResult | undefined> {
  const { host, benchmark, samples } = options;
  const { mortal = new Mortal() } = attempt;
  const manifest = { ...toyManifest(options), batch: true as const };
  const stored = samples.map((sample) => ({ benchmark: benchmark.id, sample }));
  const session = createRunSession(manifest, stored, new Map([[benchmark.id, benchmark]]), [...kept.records]);
  const clock = new SteppedClock();
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    attempt.onEvent?.(event);
  };
  const log: BatchLog = {
    append: (entry) => mortal.act(() => kept.log.append(entry)),
    read: () => kept.log.read(),
  };
  const endpoints = createEndpoints(manifest, {
    entries: new Map([['fake', entryOf(host.provider(mortal.act))]]),
    keyFor: () => '',
    concurrency: undefined,
    onEvent,
    batch: { log, clock, random: () => 0.5 },
  });
  const images = new MemoryImageStore();
  for (const image of options.images ?? []) await images.put(image);
  const running = executeRun(
    session,
    {
      ...endpoints,
      images,
      writer: {
        append: (record) =>
          mortal.act(async () => {
            const fault = options.writeFault?.(record);
            if (fault === undefined) {
              kept.records.push(record);
              return;
            }
            await nextTurn();
            throw fault;
          }),
        close: () => Promise.resolve(),
      },
      cache: options.cache,
      clock,
      random: () => 0.5,
      onEvent,
      ...options.caps,
      maxCostUsd: options.maxCostUsd,
      spending: options.spending ?? ledgerUnder(options.caps),
    },
    attempt.signal ?? new AbortController().signal,
  );
  const status = await Promise.race([running, mortal.died]);
  clock.stop();
  return status === undefined ? undefined : { status, session, events, clock };
}

function entryOf(provider: ChatProvider): ProviderEntry {
  return {
    id: 'fake',
    title: 'Fake',
    needsKey: false,
    suggestions: [],
    create: () => provider,
  };
}
