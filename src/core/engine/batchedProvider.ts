import { setMaxListeners } from 'node:events';
import type { BatchApi } from '../providers/batchApi';
import type { ChatProvider, ChatReply, ChatRequest } from '../providers/provider';
import type { ProviderError } from '../providers/providerError';
import { openBatches } from '../store/batchLog';
import { batchFailure, mayBeAboutForm, noBatches, stoppedCall, type UnansweredCall } from './batchFailure';
import { BatchQueue } from './batchQueue';
import { serverTitle, type BatchServer } from './batchServer';
import { batchesUnderWay, leftUnderWay } from './batchesUnderWay';
import type { BatchServices } from './batchServices';
import { usualBatchTimes, type BatchTimes } from './batchTimes';
import { ClaimableCalls } from './claimableCalls';
import { isoTime } from './clock';
import { comeAgain } from './comeAgain';
import { noteBatchesOver } from './noteBatchesOver';
import { endAllEarly } from './endEarly';
import { Gathering } from './gathering';
import { OpenBatch, type BatchOwner } from './openBatch';
import type { RunListener } from './runEvent';
import type { RunBatches, RunEnding } from './runBatches';
import { scoutForm } from './scoutForm';
import { Stopped } from './stopped';
import { submitBatch } from './submitBatch';
import { callKey, waitingCall, type CallReceiver, type WaitingCall } from './waitingCall';

/**
 * The batches of a provider in a run: calls wait until many are there and then go as one batch. What is under way is in the log, so that
 * another process can wait for it; a call that is in a batch already is not handed over again.
 */
export class BatchedProvider implements BatchOwner, RunBatches {
  readonly #id: string;
  readonly #inner: ChatProvider;
  readonly #api: BatchApi;
  readonly #server: BatchServer;
  /** Of the keys of its calls. */
  readonly #endpoint: string;
  readonly #services: BatchServices;
  readonly #times: BatchTimes;
  readonly #onEvent: RunListener;
  readonly #queues = new Map<string, BatchQueue>();
  readonly #calls = new Set<WaitingCall>();
  readonly #batches = new Set<OpenBatch>();
  /** Batches are handed over one after the other: each is in memory once more while it goes. */
  #submitting: Promise<void> = Promise.resolve();
  readonly #claimable = new ClaimableCalls(() => this.#recall());
  /** Ends what only waits. */
  readonly #resting = new AbortController();
  /** Ends what is on its way as well. */
  readonly #over = new AbortController();
  readonly #gathering: Gathering;
  /** Calls that batches have answered. */
  #collected = 0;
  #followed: AbortSignal | undefined;
  #cancelling: Promise<void> | undefined;

  /** Throws `ProviderError` where `inner` has no batches. */
  constructor(inner: ChatProvider, server: BatchServer, services: BatchServices, onEvent: RunListener) {
    if (inner.batches === undefined) throw noBatches(inner.id, server.title);
    this.#id = inner.id;
    this.#inner = inner;
    this.#api = inner.batches;
    this.#server = server;
    this.#endpoint = `${this.#id} ${server.baseUrl ?? ''}`;
    this.#services = services;
    this.#times = services.times ?? usualBatchTimes;
    this.#onEvent = onEvent;
    this.#gathering = new Gathering(services.clock, this.#times.quietMs);
    // As many listeners as there are batches and queues: no leak.
    setMaxListeners(0, this.#resting.signal, this.#over.signal);
  }

  /** Whether a batch of an earlier process has, or will have, the answer to a call that is to be added. Throws `RunStoreError`. */
  isUnderWay(request: ChatRequest): Promise<boolean> {
    return this.#claimable.promise(callKey(this.#endpoint, request));
  }

  async gathered(signal: AbortSignal): Promise<void> {
    await this.#claimable.recalled();
    if (this.#batches.size > 0) await this.#gathering.quiet(signal);
  }

  /**
   * Takes a call; `receiver` hears of its answer, which may take a day, or of a `ProviderError` or `RunStoreError`. Resolves when it
   * waits. Rejects with such an error where it does not come to that: the receiver then hears nothing.
   */
  async add(request: ChatRequest, signal: AbortSignal, receiver: CallReceiver): Promise<void> {
    this.#follow(signal);
    await this.#claimable.recalled();
    if (signal.aborted) throw stoppedCall(this.#id);
    const call = waitingCall(this.#endpoint, { request, signal, receiver });
    this.#calls.add(call);
    if (!this.#claim(call)) this.#queue(request.model).add(call);
    this.#gathering.asked(this.#services.onGathered, this.#resting.signal);
  }

  /**
   * Ends the run's use of batches once its records are written. Returns a sentence about what is still under way at the
   * provider. Throws `RunStoreError`.
   */
  async close(ending: RunEnding): Promise<string | undefined> {
    if (ending === 'cancelled') {
      await this.#claimable.recalled();
      await (this.#cancelling ??= this.#cancelAll());
    }
    this.#resting.abort();
    await this.#submitting;
    this.#over.abort();
    await noteBatchesOver(this.#batches, ending, this.#services);
    return leftUnderWay(serverTitle(this.#server), [...this.#batches]);
  }

  answered(call: WaitingCall, reply: ChatReply): void {
    this.#collected += 1;
    const { usage } = reply;
    this.#answer(call, usage === undefined ? reply : { ...reply, usage: { ...usage, batch: true } });
  }

  unanswered(calls: readonly UnansweredCall[]): void {
    const refused: UnansweredCall[] = [];
    for (const one of calls) {
      const mayAskAlone = !this.#resting.signal.aborted && this.#services.onGathered === undefined;
      if (mayAskAlone && mayBeAboutForm(one.fate) && !one.call.reshaped) refused.push(one);
      else this.#reject(one.call, this.#errorOf(one));
    }
    if (refused.length > 0) void this.#scout(refused);
  }

  async lost(batch: OpenBatch, calls: readonly WaitingCall[], refusal: ProviderError | undefined): Promise<void> {
    const { log, clock } = this.#services;
    const entry = { kind: 'lost', at: isoTime(clock), batchId: batch.batchId } as const;
    const unwritten: unknown = await log.append(entry).catch((error: unknown) => error);
    if (unwritten !== undefined || refusal?.failure !== 'rateLimit') {
      for (const call of calls) {
        this.#reject(call, unwritten ?? refusal ?? this.#errorOf({ call, fate: { kind: 'missing' } }));
      }
      return;
    }
    // Too much waits at the provider: the same calls come again in smaller batches, when some time has passed.
    const queue = this.#queue(batch.model);
    queue.shrinkBelow(calls.length);
    void comeAgain(calls, queue, () => clock.delay(this.#times.longestLookMs, this.#resting.signal), {
      waits: (call) => this.#calls.has(call),
      refuse: (call) => this.#reject(call, this.#errorOf({ call, fate: { kind: 'failed', error: refusal } })),
    });
  }

  unreachable(batch: OpenBatch, calls: ReadonlyMap<string, WaitingCall>, error: unknown): void {
    for (const [id, call] of calls) {
      // Asked again, the call waits for this batch again.
      this.#claimable.leave(call.key, { id, batch });
      this.#reject(call, error);
    }
  }

  looked(): void {
    // What is heard after the end of a run would look like more of it.
    if (!this.#over.signal.aborted) this.#onEvent(batchesUnderWay(this.#id, [...this.#batches], this.#collected));
  }

  #errorOf({ call, fate }: UnansweredCall): ProviderError {
    return batchFailure(fate, this.#id, call.request.model);
  }

  /** A call that was given up, and rejected then, is answered to nobody. */
  #answer(call: WaitingCall, reply: ChatReply): void {
    if (this.#calls.delete(call)) call.receiver.answered(reply);
  }

  #reject(call: WaitingCall, error: unknown): void {
    if (this.#calls.delete(call)) call.receiver.failed(error);
  }

  #queue(model: string): BatchQueue {
    let queue = this.#queues.get(model);
    if (queue === undefined) {
      queue = new BatchQueue(
        this.#api.limits,
        this.#services.clock,
        this.#times.quietMs,
        this.#resting.signal,
        (calls) => {
          if (this.#services.onGathered !== undefined) return;
          this.#submitting = this.#submitting.then(() => this.#send(model, calls));
        },
      );
      this.#queues.set(model, queue);
    }
    return queue;
  }

  /** Finds the batches that an earlier process left behind. */
  async #recall(): Promise<void> {
    const { entries } = await this.#services.log.read();
    for (const { provider, baseUrl, batchId, model, ids, at } of openBatches(entries)) {
      if (provider !== this.#id || baseUrl !== this.#server.baseUrl) continue;
      const batch = this.#open(batchId, model, Date.parse(at));
      for (const id of ids) this.#claimable.recall(id, batch);
    }
  }

  /** Handed over at `handedOverAt`, in milliseconds since the epoch. */
  #open(batchId: string, model: string, handedOverAt: number): OpenBatch {
    const services = { api: this.#api, clock: this.#services.clock, times: this.#times, owner: this };
    const batch = new OpenBatch({ batchId, model, handedOverAt }, services);
    this.#batches.add(batch);
    return batch;
  }

  /** Lets a call wait for the batch that it is in already, if it is in one. */
  #claim(call: WaitingCall): boolean {
    const found = this.#claimable.take(call.key);
    if (found === undefined) return false;
    found.batch.claim(found.id, call);
    // The others that are in it come within the moment that is waited for a batch to fill.
    void found.batch.watch(this.#times.quietMs, this.#resting.signal);
    return true;
  }

  async #send(model: string, calls: readonly WaitingCall[]): Promise<void> {
    const named = new Map(calls.map((call) => [this.#claimable.next(call.key), call]));
    const submission = {
      ...this.#services,
      api: this.#api,
      provider: this.#id,
      baseUrl: this.#server.baseUrl,
      model,
      calls: [...named].map(([id, { request }]) => ({ id, request })),
      onEvent: this.#onEvent,
    };
    try {
      const batchId = await submitBatch(submission, this.#resting.signal, this.#over.signal);
      const batch = this.#open(batchId, model, this.#services.clock.now());
      for (const [id, call] of named) batch.claim(id, call);
      void batch.watch(this.#times.firstLookMs, this.#resting.signal);
      this.looked();
    } catch (error) {
      for (const call of calls) this.#reject(call, error);
    }
  }

  /** Finds the form that the server takes by asking one of the calls alone; the others then go into another batch. */
  async #scout(refused: readonly UnansweredCall[]): Promise<void> {
    const errors = new Map(refused.map((one) => [one.call, this.#errorOf(one)]));
    const { left, found } = await scoutForm(this.#inner, [...errors.keys()], {
      answered: (call, reply) => this.#answer(call, reply),
      refused: (call, error) => this.#reject(call, error),
    });
    for (const call of left) {
      call.reshaped = true;
      if (!found) this.#reject(call, errors.get(call));
      else if (this.#calls.has(call)) this.#queue(call.request.model).add(call);
    }
  }

  /** All calls are of one run, and share its signal. */
  #follow(signal: AbortSignal): void {
    if (this.#followed !== undefined) return;
    this.#followed = signal;
    const stop = (): void => this.#stop(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  #stop(reason: unknown): void {
    this.#resting.abort();
    const { clock } = this.#services;
    if (Stopped.is(reason) && reason.stop.status === 'cancelled') {
      for (const queue of this.#queues.values())
        for (const call of queue.drain()) this.#reject(call, stoppedCall(this.#id));
      this.#cancelling = this.#cancelAll();
      // Heard when the run closes its batches, which is later.
      this.#cancelling.catch(() => undefined);
      return;
    }
    for (const call of this.#calls) this.#reject(call, stoppedCall(this.#id));
    clock.delay(this.#times.graceMs, this.#over.signal).then(
      () => this.#over.abort(),
      () => undefined,
    );
  }

  /** Ends every batch at the provider and takes what each had finished. What does not end in time is left for a resume. */
  async #cancelAll(): Promise<void> {
    const { clock } = this.#services;
    try {
      await endAllEarly(
        async () => {
          await this.#submitting;
          return [...this.#batches].filter(({ fate }) => fate === 'open');
        },
        clock,
        this.#times,
        this.#over,
      );
    } finally {
      for (const call of this.#calls) this.#reject(call, stoppedCall(this.#id));
    }
  }
}
