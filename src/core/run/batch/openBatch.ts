import { type BatchReference, type ChatReply, ProviderError } from '../../providers/provider';
import { type Clock, isoTime } from '../clock';
import { retry } from '../retry';
import type { RunEvent, RunListener } from '../runEvent';
import { serverTitle } from '../serverAddress';
import { type BatchCall, stoppedCall, type UnansweredFate } from './batchCall';
import type { BatchServer, BatchServices, BatchTimes } from './batchServices';

/** Polls in a row that may fail before the calls are told: two hours and more. */
const mostFailedPolls = 24;

/** What a batch is followed with. */
export interface BatchWatching {
  readonly clock: Clock;
  readonly times: BatchTimes;
  onReply(call: BatchCall, reply: ChatReply): void;
  onPolled(): void;
  /** It has nothing more to give. Never rejects. */
  onEnd(batch: OpenBatch, end: BatchEnd): Promise<void>;
  /** Does `work` when what came before it is done: the answers of many batches at once take much memory. */
  inTurn(work: () => Promise<void>): Promise<void>;
}

/** A batch that has nothing more to give. */
export interface BatchEnd {
  /** It is not there any more, or was refused as a whole, with `refusal`. */
  readonly isLost: boolean;
  readonly refusal?: ProviderError | undefined;
  readonly unanswered: readonly { readonly call: BatchCall; readonly fate: UnansweredFate }[];
}

/** A batch that the provider has, and the calls that wait for it. */
export class OpenBatch implements BatchReference {
  readonly server: BatchServer;
  readonly batchId: string;
  readonly model: string;
  /** By the engine's clock, as the other times. */
  readonly handedOverAt: number;
  /** Calls by their id within the batch. */
  readonly waiting = new Map<string, BatchCall>();
  /** Whether any call of this process has waited for it. */
  isUsed = false;
  fate: 'open' | 'ended' | 'cancelled' | 'lost' = 'open';
  polledAt: number | undefined;
  nextPollAt: number;
  /** Calls that the provider said were done when it was last polled. */
  done = 0;
  /** Calls that it has answered here. */
  answered = 0;
  readonly #watching: BatchWatching;

  constructor(server: BatchServer, { batchId, model }: BatchReference, handedOverAt: number, watching: BatchWatching) {
    this.server = server;
    this.batchId = batchId;
    this.model = model;
    this.handedOverAt = handedOverAt;
    this.nextPollAt = handedOverAt + watching.times.firstPollMs;
    this.#watching = watching;
  }

  wait(id: string, call: BatchCall): void {
    this.isUsed = true;
    this.waiting.set(id, call);
  }

  /**
   * Polls after `firstMs` and then less and less often, until the batch has ended. Rejects with `ProviderError` where it
   * cannot be polled, and when `signal` is aborted.
   */
  async follow(firstMs: number, signal: AbortSignal): Promise<void> {
    const { clock, times } = this.#watching;
    let wait = firstMs;
    let failed = 0;
    for (;;) {
      await clock.delay(wait, signal);
      wait = Math.min(times.longestPollMs, Math.max(times.firstPollMs, 1.5 * wait));
      this.nextPollAt = clock.now() + wait;
      try {
        if (await this.#poll(signal)) return;
        failed = 0;
      } catch (error) {
        failed += 1;
        if (!ProviderError.is(error) || !error.retryable || failed >= mostFailedPolls) throw error;
      }
    }
  }

  /** Ends it at the provider, where that is not done before `signal` is aborted. Never rejects. */
  async cancel(signal: AbortSignal): Promise<void> {
    const { clock, times } = this.#watching;
    // One that has ended by itself refuses, and is polled all the same.
    await this.server.api.cancel(this, signal).catch(() => undefined);
    try {
      while (!(await this.#poll(signal))) await clock.delay(times.cancelPollMs, signal);
    } catch {
      return;
    }
    if (this.fate === 'ended') this.fate = 'cancelled';
  }

  /** Polls once, and takes what is there where the batch has ended. False while it has not. */
  async #poll(signal: AbortSignal): Promise<boolean> {
    const state = await this.server.api.poll(this, signal);
    this.polledAt = this.#watching.clock.now();
    if (state.phase === 'open') {
      this.done = state.counts.done;
      this.#watching.onPolled();
      return false;
    }
    await this.#watching.inTurn(async () => {
      const refusal = state.phase === 'refused' ? state.error : undefined;
      const end = state.phase === 'ended' ? await this.#collect(signal) : this.#lost(refusal);
      await this.#watching.onEnd(this, end);
    });
    return true;
  }

  async #collect(signal: AbortSignal): Promise<BatchEnd> {
    const fates = new Map<string, UnansweredFate>();
    try {
      for await (const { id, outcome } of this.server.api.results(this, signal)) {
        const call = this.waiting.get(id);
        if (call === undefined) continue;
        if (outcome.kind !== 'reply') {
          fates.set(id, outcome);
          continue;
        }
        this.waiting.delete(id);
        // A run that is stopped meanwhile must not take the batch for one that is under way.
        if (this.waiting.size === 0) this.fate = 'ended';
        this.answered += 1;
        this.#watching.onReply(call, outcome.reply);
      }
    } catch (error) {
      if (!ProviderError.is(error) || error.status !== 404) throw error;
      return this.#lost(undefined);
    }
    this.fate = 'ended';
    return { isLost: false, unanswered: this.#giveUp((id) => fates.get(id) ?? { kind: 'missing' }) };
  }

  #lost(refusal: ProviderError | undefined): BatchEnd {
    this.fate = 'lost';
    const fate: UnansweredFate = refusal === undefined ? { kind: 'missing' } : { kind: 'failed', error: refusal };
    return { isLost: true, refusal, unanswered: this.#giveUp(() => fate) };
  }

  #giveUp(fateOf: (id: string) => UnansweredFate): BatchEnd['unanswered'] {
    const unanswered = [...this.waiting].map(([id, call]) => ({ call, fate: fateOf(id) }));
    this.waiting.clear();
    this.#watching.onPolled();
    return unanswered;
  }
}

/** What listeners hear of the batches with a server; it has answered `collected` calls in this process. */
export function batchesEvent(server: BatchServer, batches: readonly OpenBatch[], collected: number): RunEvent {
  const open = batches.filter((batch) => batch.server === server && batch.waiting.size > 0);
  const polls = open.flatMap(({ polledAt }) => polledAt ?? []);
  return {
    kind: 'batches',
    provider: server.id,
    calls: open.reduce((sum, { waiting }) => sum + waiting.size, 0),
    batches: open.length,
    done: open.reduce((sum, { done }) => sum + done, 0),
    collected,
    since: open.length === 0 ? undefined : Math.min(...open.map(({ handedOverAt }) => handedOverAt)),
    lookedAt: polls.length === 0 ? undefined : Math.max(...polls),
    nextLookAt: open.length === 0 ? undefined : Math.min(...open.map(({ nextPollAt }) => nextPollAt)),
  };
}

/** What a run that stops leaves with a server, in one sentence. */
export function leftUnderWay(server: BatchServer, batches: readonly OpenBatch[]): string | undefined {
  const open = batches.filter((batch) => batch.server === server && batch.fate === 'open').length;
  if (open === 0) return undefined;
  const [are, them] = open === 1 ? ['A batch is', 'it'] : [`${open} batches are`, 'them'];
  return `${are} still under way with ${serverTitle(server)}; resume the run to collect ${them}.`;
}

/** Batches are of one model at one server. */
export function modelOf({ model: { server }, request }: BatchCall): string {
  return `${server.id} ${server.baseUrl ?? ''} ${request.model}`;
}

/** Puts the calls of each model into batches, no more into one than it may hold; `rooms` says by model where that is less. */
export function* inBatches(
  calls: readonly BatchCall[],
  rooms: ReadonlyMap<string, number>,
): Generator<readonly BatchCall[]> {
  for (const model of new Set(calls.map(modelOf))) {
    let batch: BatchCall[] = [];
    let bytes = 0;
    for (const call of calls.filter((one) => modelOf(one) === model)) {
      const { maxCalls, maxBytes } = call.model.server.api.limits;
      const more = call.bytes;
      const isFull = batch.length >= (rooms.get(model) ?? maxCalls) || bytes + more > maxBytes;
      if (isFull && batch.length > 0) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(call);
      bytes += more;
    }
    yield batch;
  }
}

/**
 * Hands over calls of one model by their ids, and returns the batch once its id is in the log. Rejects with
 * `ProviderError` and `RunStoreError`. A process that dies between the two lines of the log leaves a batch that nobody finds
 * again; so does an answer that is lost on its way.
 */
export async function submitBatch(
  named: ReadonlyMap<string, BatchCall>,
  { log, clock, random }: BatchServices,
  { graceMs }: BatchTimes,
  onEvent: RunListener,
  signal: AbortSignal,
): Promise<{ readonly server: BatchServer; readonly model: string; readonly batchId: string }> {
  const calls = [...named].map(([id, { request }]) => ({ id, request }));
  const [first] = named.values();
  if (first === undefined) throw new Error('A batch without calls.');
  const { server } = first.model;
  const { model } = first.request;
  const { id: provider, baseUrl, api } = server;
  const place = { provider, model, ...(baseUrl === undefined ? {} : { baseUrl }) };
  await log.append({ kind: 'intent', at: isoTime(clock), ...place, calls: calls.length });
  if (signal.aborted) throw stoppedCall(provider);
  return withGrace(signal, clock, graceMs, async (late) => {
    const batchId = await retry(() => api.submit(calls, late), {
      signal,
      delay: (ms, abort) => clock.delay(ms, abort),
      random,
      now: () => clock.elapsed(),
      baseMs: 2_000,
      onRetry: ({ error: { failure, message }, attempt, delayMs }) =>
        onEvent({ kind: 'retrying', provider, failure, message, attempt, delayMs }),
    });
    try {
      await log.append({ kind: 'submitted', at: isoTime(clock), ...place, batchId, ids: [...named.keys()] });
    } catch (error) {
      // Nobody could find it again, and it would be paid for.
      await api.cancel({ batchId, model }, late).catch(() => undefined);
      throw error;
    }
    return { server, model, batchId };
  });
}

/** Does `work`, whose own signal is aborted `graceMs` after `signal`: a batch that is on its way is to get its id. */
async function withGrace<Result>(
  signal: AbortSignal,
  clock: Clock,
  graceMs: number,
  work: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const begin = (): void => {
    clock.delay(graceMs, late.signal).then(
      () => late.abort(),
      () => undefined,
    );
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', begin);
    late.abort();
  }
}
