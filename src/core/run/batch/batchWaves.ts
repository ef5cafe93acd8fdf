import { once } from 'node:events';
import { type BatchReference, type ChatProvider, ProviderError } from '../../providers/provider';
import { openBatches } from '../../store/batchLog';
import { InTurn } from '../../store/inTurn';
import { hasEnded } from '../../store/statusTexts';
import type { RunEnding } from '../../store/runRecord';
import { isoTime } from '../clock';
import type { RunListener } from '../runEvent';
import { Stopped } from '../runFailure';
import { type BatchCall, mayBeAboutForm, SuspendedSteps, unansweredError, type UnansweredFate } from './batchCall';
import { usualBatchTimes, type BatchServer, type BatchServices, type BatchTimes } from './batchServices';
import type { OpenBatch } from './openBatch';
import { batchesEvent, collect, inBatches, leftUnderWay, modelOf, submitBatch, withGrace } from './openBatch';

/** Refused single calls after which the form is no longer suspected. */
const mostProbes = 3;
/** How often a call may find the provider's queue full: at the longest wait, over a day. */
const mostTimesFull = 300;
/** Failed polls in a row before the calls fail: over two hours. */
const mostFailedPolls = 24;

/** Never rejects. */
type PlayItems = (keys: ReadonlySet<string>) => Promise<void>;

type FailedCall = readonly [call: BatchCall, error: unknown];
type UnansweredCall = readonly [call: BatchCall, fate: UnansweredFate];

/** Hands over all waiting calls, waits, and starts the next wave. The log tells other processes about the batches. */
export class BatchWaves {
  readonly steps = new SuspendedSteps((call) => this.#asked.add(call));
  readonly #times: BatchTimes;
  readonly #servers: BatchServer[] = [];
  readonly #asked = new Set<BatchCall>();
  #news = new Set<string>();
  #play: PlayItems = () => Promise.resolve();
  #signal: AbortSignal = new AbortController().signal;
  /** Items must not be played twice at once, and answers of many batches together take much memory. */
  readonly #turns = new InTurn();
  #batches: OpenBatch[] | undefined;
  readonly #left = new Map<string, { readonly id: string; readonly batch: OpenBatch }[]>();
  #handedOver = 0;
  /** The most calls of a model in a batch, once its provider has refused larger batches. */
  readonly #largestBatches = new Map<string, number>();
  #waitMs = 0;

  constructor(
    private readonly services: BatchServices,
    private readonly onEvent: RunListener,
  ) {
    this.#times = services.times ?? usualBatchTimes;
  }

  connect(provider: ChatProvider, { title, baseUrl }: Pick<BatchServer, 'title' | 'baseUrl'>): BatchServer {
    const { id, batches: api } = provider;
    if (api === undefined) {
      const message = `${title} has no batches. Evaluate without batches, or with other models.`;
      throw new ProviderError(message, { failure: 'badRequest', provider: id });
    }
    const server = { id, title, baseUrl, provider, api };
    this.#servers.push(server);
    return server;
  }

  get isWaiting(): boolean {
    return this.#asked.size > 0 || this.#open.some(({ waiting }) => waiting.size > 0);
  }

  /** An abort of `signal` stops handing over; a cancellation also ends the batches. Rejects with `RunStoreError`. */
  async run(play: PlayItems, signal: AbortSignal): Promise<void> {
    this.#play = play;
    this.#signal = signal;
    do await this.#wave();
    while (!signal.aborted && this.isWaiting);
  }

  /** Returns a sentence about batches still under way. Rejects with `RunStoreError`. */
  async close(ending: RunEnding): Promise<string | undefined> {
    for (const batch of this.#open) {
      const { fate, batchId } = batch;
      // A resumed run may need any batch, except one with failures alone: that would end the run each time.
      const isVain = ending === 'failed' && fate === 'ended' && batch.answered === 0;
      const isOver = isVain || (hasEnded(ending) && (fate === 'ended' || !batch.isUsed));
      if (fate !== 'cancelled' && !isOver) continue;
      await this.#note(fate === 'cancelled' ? 'cancelled' : 'collected', batchId);
      this.#batches = this.#open.filter((one) => one !== batch);
    }
    const left = this.#servers.flatMap((server) => leftUnderWay(server, this.#open) ?? []);
    return left.length === 0 ? undefined : left.join(' ');
  }

  async #wave(): Promise<void> {
    const following: Promise<void>[] = [];
    try {
      await this.#reattach();
      for (const batch of this.#open) if (batch.waiting.size > 0) following.push(this.#follow(batch, 0));
      await this.#handOver((batch) => following.push(this.#follow(batch, this.#times.firstPollMs)));
      await this.#turns.next(() => this.#playOn());
    } finally {
      await Promise.all(following);
      if (this.#signal.aborted) await this.#stop();
    }
  }

  get #open(): readonly OpenBatch[] {
    return this.#batches ?? [];
  }

  #note(kind: 'collected' | 'cancelled' | 'lost', batchId: string): Promise<void> {
    return this.services.log.append({ kind, at: isoTime(this.services.clock), batchId });
  }

  async #reattach(): Promise<void> {
    if (this.#batches === undefined) await this.#openFromLog();
    for (const call of this.#asked) {
      const left = this.#left.get(call.name) ?? [];
      const found = left.find(({ batch }) => batch.fate === 'open' || batch.fate === 'ended');
      if (found === undefined) continue;
      left.splice(0, left.indexOf(found) + 1);
      call.reattach();
      this.#wait(found.batch, found.id, call);
    }
  }

  async #openFromLog(): Promise<void> {
    const { entries } = await this.services.log.read();
    this.#batches = [];
    for (const entry of entries) if (entry.kind === 'submitted') this.#handedOver += entry.ids.length;
    for (const { provider, baseUrl, ids, at, ...reference } of openBatches(entries)) {
      const server = this.#servers.find((one) => one.id === provider && one.baseUrl === baseUrl);
      if (server === undefined) continue;
      const batch = this.#add(server, reference, Date.parse(at));
      for (const id of ids) this.#leave(id, batch);
    }
  }

  #add(server: BatchServer, { batchId, model }: BatchReference, handedOverAt: number): OpenBatch {
    const polls = { polledAt: undefined, nextPollAt: handedOverAt + this.#times.firstPollMs, done: 0, answered: 0 };
    const waiting = new Map<string, BatchCall>();
    const batch: OpenBatch = { server, batchId, model, handedOverAt, waiting, isUsed: false, fate: 'open', ...polls };
    this.#batches?.push(batch);
    return batch;
  }

  #wait(batch: OpenBatch, id: string, call: BatchCall): void {
    this.#asked.delete(call);
    batch.isUsed = true;
    batch.waiting.set(id, call);
  }

  #leave(id: string, batch: OpenBatch): void {
    const name = id.slice(0, id.lastIndexOf('-'));
    this.#left.set(name, [...(this.#left.get(name) ?? []), { id, batch }]);
  }

  /** A separate function, so that waiting for batches does not keep thousands of answered calls in memory. */
  async #handOver(follow: (batch: OpenBatch) => void): Promise<void> {
    for (const calls of inBatches(await this.#ready(), this.#largestBatches)) {
      const batch = await this.#submit(await this.#fitting(calls));
      if (batch !== undefined) follow(batch);
    }
  }

  async #ready(): Promise<readonly BatchCall[]> {
    const { clock, onGathered } = this.services;
    if (onGathered !== undefined && this.isWaiting && !this.#signal.aborted) {
      const aborted = once(this.#signal, 'abort');
      onGathered();
      await aborted;
    }
    const waitMs = this.#waitMs;
    this.#waitMs = 0;
    if (waitMs > 0 && this.#asked.size > 0) await clock.delay(waitMs, this.#signal).catch(() => undefined);
    return onGathered === undefined ? this.#withoutTwins() : [];
  }

  /** A single call that does not fit waits for headroom or ends the run. */
  async #fitting(calls: readonly BatchCall[]): Promise<readonly BatchCall[]> {
    if (this.#signal.aborted) return [];
    const fits = async (call: BatchCall, waiting?: AbortSignal): Promise<readonly BatchCall[]> => {
      try {
        return (await call.reserve(waiting)) ? [call] : [];
      } catch (error) {
        this.#failed([[call, error]]);
        return [];
      }
    };
    const isAlone = this.#open.every(({ waiting }) => waiting.size === 0);
    const alone = isAlone ? calls.slice(0, 1) : [];
    const first = await Promise.all(alone.map((call) => fits(call, this.#signal)));
    const others = await Promise.all(calls.slice(alone.length).map((call) => fits(call)));
    return [...first, ...others].flat();
  }

  /** Sends one of several identical calls. The others read the cache after the wave, or ask for themselves. */
  async #withoutTwins(): Promise<readonly BatchCall[]> {
    const keys = new Set(this.#open.flatMap(({ waiting }) => [...waiting.values()].map(({ key }) => key)));
    const calls: BatchCall[] = [];
    for (const call of this.#asked) {
      const outcome = call.hadTwin ? await call.model.lookUp(call.key) : undefined;
      call.hadTwin = call.model.isShared && keys.has(call.key);
      keys.add(call.key);
      if (outcome !== undefined) {
        call.answer = { outcome };
        this.#settled(call);
      } else if (!call.hadTwin) calls.push(call);
    }
    return calls;
  }

  async #submit(calls: readonly BatchCall[]): Promise<OpenBatch | undefined> {
    const [first] = calls;
    if (first === undefined || this.#signal.aborted) return undefined;
    const { server } = first;
    const { model } = first.request;
    const named = new Map(calls.map((call) => [`${call.name}-${this.#handedOver++}`, call]));
    try {
      const batchId = await submitBatch(server, model, named, this.services, this.onEvent, this.#signal);
      const batch = this.#add(server, { batchId, model }, this.services.clock.now());
      for (const [id, call] of named) this.#wait(batch, id, call);
      this.#tell(server);
      return batch;
    } catch (error) {
      this.#failed(calls.map((call) => [call, error]));
      return undefined;
    }
  }

  async #follow(batch: OpenBatch, firstMs: number): Promise<void> {
    const { clock } = this.services;
    const { firstPollMs, longestPollMs } = this.#times;
    try {
      for (let waitMs = firstMs, failed = 0; ;) {
        await clock.delay(waitMs, this.#signal);
        waitMs = Math.min(longestPollMs, Math.max(firstPollMs, 1.5 * waitMs));
        batch.nextPollAt = clock.now() + waitMs;
        try {
          if (await this.#poll(batch, this.#signal)) return;
          failed = 0;
        } catch (error) {
          failed += 1;
          if (!ProviderError.is(error) || !error.retryable || failed >= mostFailedPolls) throw error;
        }
      }
    } catch (error) {
      if (!this.#signal.aborted) {
        const calls = [...batch.waiting];
        batch.waiting.clear();
        // When asked again, the call waits for this batch.
        for (const [id] of calls) this.#leave(id, batch);
        this.#failed(calls.map(([, call]) => [call, error]));
      }
      await this.#turns.next(() => this.#playOn());
    }
  }

  /** False while the batch is under way. Rejects with `ProviderError`. */
  async #poll(batch: OpenBatch, signal: AbortSignal): Promise<boolean> {
    const state = await batch.server.api.poll(batch, signal);
    batch.polledAt = this.services.clock.now();
    if (state.phase === 'open') {
      batch.done = state.done;
      this.#tell(batch.server);
      return false;
    }
    await this.#turns.next(async () => {
      const refusal = state.phase === 'refused' ? state.error : undefined;
      const fates = state.phase === 'ended' ? await collect(batch, signal, (call) => this.#settled(call)) : undefined;
      batch.fate = fates === undefined ? 'lost' : 'ended';
      const other: UnansweredFate = refusal === undefined ? { kind: 'missing' } : { kind: 'failed', error: refusal };
      const unanswered = [...batch.waiting].map(([id, call]): UnansweredCall => [call, fates?.get(id) ?? other]);
      batch.waiting.clear();
      this.#tell(batch.server);
      await this.#ended(batch, unanswered, refusal);
    });
    return true;
  }

  async #ended(
    batch: OpenBatch,
    unanswered: readonly UnansweredCall[],
    refusal: ProviderError | undefined,
  ): Promise<void> {
    const isLost = batch.fate === 'lost';
    const unwritten = isLost ? await this.#note('lost', batch.batchId).catch((error: unknown) => error) : undefined;
    const isFull = refusal?.failure === 'rateLimit' && unwritten === undefined;
    const mayProbe = !isLost && !this.#signal.aborted && this.services.onGathered === undefined;
    // The provider's queue is full: after a pause the same calls go in smaller batches.
    if (isFull) this.#shrinkBatches(unanswered.map(([call]) => call));
    const failed: FailedCall[] = [];
    const refused: FailedCall[] = [];
    for (const [call, fate] of unanswered) {
      const isProbed = mayProbe && mayBeAboutForm(fate) && !call.isReshaped;
      if (isFull && ++call.timesFull <= mostTimesFull) this.#askAgain(call);
      else (isProbed ? refused : failed).push([call, unwritten ?? unansweredError(fate, batch.server.id, batch.model)]);
    }
    this.#failed(failed);
    await this.#probeForm(refused);
    await this.#playOn();
  }

  #shrinkBatches(calls: readonly BatchCall[]): void {
    this.#waitMs = this.#times.longestPollMs;
    for (const model of new Set(calls.map(modelOf))) {
      const largest = this.#largestBatches.get(model) ?? Infinity;
      this.#largestBatches.set(model, Math.max(1, Math.min(largest, Math.floor(calls.length / 2))));
    }
  }

  /** Sends refused calls alone until one is answered and the server's form is known. The others join the next wave. */
  async #probeForm(refused: readonly FailedCall[]): Promise<void> {
    for (const [index, [call]] of refused.slice(0, mostProbes).entries()) {
      try {
        call.answered(await call.server.provider.complete(call.request, this.#signal));
      } catch (error) {
        this.#failed([[call, error]]);
        continue;
      }
      this.#settled(call);
      for (const [other] of refused.slice(index + 1)) {
        other.isReshaped = true;
        this.#askAgain(other);
      }
      return;
    }
    this.#failed(refused.slice(mostProbes));
  }

  #askAgain(call: BatchCall): void {
    call.release();
    this.#asked.add(call);
  }

  #failed(calls: readonly FailedCall[]): void {
    for (const [call, error] of calls) {
      const delayMs = call.failed(error, this.#signal);
      if (delayMs === undefined) this.#settled(call);
      else this.#asked.add(call);
      this.#waitMs = Math.max(this.#waitMs, delayMs ?? 0);
    }
  }

  #settled(call: BatchCall): void {
    this.#asked.delete(call);
    this.#news.add(call.item);
  }

  async #playOn(): Promise<void> {
    const keys = this.#news;
    this.#news = new Set();
    if (keys.size > 0) await this.#play(keys);
  }

  #tell(server: BatchServer): void {
    this.onEvent(batchesEvent(server, this.#open));
  }

  async #stop(): Promise<void> {
    const reason: unknown = this.#signal.reason;
    if (Stopped.is(reason) && reason.stop.status === 'cancelled') {
      const { clock } = this.services;
      const open = this.#open.filter(({ fate }) => fate === 'open');
      // A resume takes over what does not end in time.
      await withGrace(this.#signal, clock, this.#times.cancelPatienceMs, (late) =>
        Promise.all(open.map((batch) => this.#cancel(batch, late))),
      );
    }
    await this.#turns.next(() => this.#playOn());
    for (const call of this.#asked) call.release();
    for (const { waiting } of this.#open) for (const call of waiting.values()) call.release();
  }

  async #cancel(batch: OpenBatch, signal: AbortSignal): Promise<void> {
    // An ended batch refuses the cancellation; its results are collected anyway.
    await batch.server.api.cancel(batch, signal).catch(() => undefined);
    try {
      while (!(await this.#poll(batch, signal))) await this.services.clock.delay(this.#times.cancelPollMs, signal);
    } catch {
      return;
    }
    if (batch.fate === 'ended') batch.fate = 'cancelled';
  }
}
