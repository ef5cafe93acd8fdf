import { setMaxListeners } from 'node:events';
import { type ChatProvider, ProviderError } from '../../providers/provider';
import { openBatches } from '../../store/batchLog';
import type { RunEnding } from '../../store/runRecord';
import { isoTime } from '../clock';
import type { RunListener } from '../runEvent';
import { Stopped } from '../runFailure';
import { mayBeAboutForm, unansweredError, type BatchCall, SuspendedSteps } from './batchCall';
import { usualBatchTimes, type BatchServer, type BatchServices, type BatchTimes } from './batchServices';
import { batchesEvent, leftUnderWay, OpenBatch, type BatchEnd, inBatches, modelOf, submitBatch } from './openBatch';

/** Calls alone that may be refused before the rest is taken to be refused for another reason than its form. */
const mostProbes = 3;
/** Times that a call may find the provider's queue full: a day and more at the longest wait. */
const mostTimesFull = 300;

/** Plays the items with these keys as far as they go now, which may ask more. Never rejects. */
export type PlayItems = (keys: ReadonlySet<string>) => Promise<void>;

type FailedCall = readonly [call: BatchCall, error: unknown];

/**
 * The calls of a run that go into batches, in waves: all that is asked now is handed over, each batch is waited for, and
 * the items that have their answers are played on, which ask for the next wave. What is under way is in the log of
 * batches. So another process plans the same waves from the records, and hands over no call that is in a batch already.
 */
export class BatchWaves {
  readonly steps = new SuspendedSteps((call) => this.#asked.add(call));
  readonly #services: BatchServices;
  readonly #times: BatchTimes;
  readonly #onEvent: RunListener;
  readonly #servers: BatchServer[] = [];
  /** Calls that are in no batch. */
  readonly #asked = new Set<BatchCall>();
  /** Keys of the items that have an answer since they were played. */
  #news = new Set<string>();
  #play: PlayItems = () => Promise.resolve();
  #signal: AbortSignal = new AbortController().signal;
  /** An item must not be played twice at once. */
  #turn = Promise.resolve();
  #batches: Set<OpenBatch> | undefined;
  /** Calls that are in a batch and that nobody waits for, by name. */
  readonly #left = new Map<string, { readonly id: string; readonly batch: OpenBatch }[]>();
  /** How many calls of the run have been in batches. */
  #handedOver = 0;
  /** The most calls of a model in a batch, where its provider has refused larger ones. */
  readonly #rooms = new Map<string, number>();
  /** Calls that batches have answered, by server. */
  readonly #collected = new Map<BatchServer, number>();
  /** How long to wait before calls that have failed are handed over again. */
  #restMs = 0;

  constructor(services: BatchServices, onEvent: RunListener) {
    this.#services = services;
    this.#times = services.times ?? usualBatchTimes;
    this.#onEvent = onEvent;
  }

  /** Adds a provider. Throws `ProviderError` where it takes calls one by one alone. */
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

  /** Whether any call has no answer. */
  get isWaiting(): boolean {
    return this.#asked.size > 0 || this.#open.some(({ waiting }) => waiting.size > 0);
  }

  /**
   * Goes from wave to wave until nothing is asked any more; `play` plays items on. Once `signal` is aborted nothing is
   * handed over. After a cancellation the batches are ended at the providers, and what they had finished is taken. Rejects
   * with `RunStoreError`.
   */
  async run(play: PlayItems, signal: AbortSignal): Promise<void> {
    this.#play = play;
    this.#signal = signal;
    do await this.#wave();
    while (!signal.aborted && this.isWaiting);
  }

  /**
   * Ends the run's use of batches once its records are written, and notes in the log which of them have nothing more to
   * give. Returns a sentence about what is still under way. Rejects with `RunStoreError`.
   */
  async close(ending: RunEnding): Promise<string | undefined> {
    const { log, clock } = this.#services;
    const isDone = ending === 'completed' || ending === 'incomplete';
    for (const batch of this.#open) {
      // After a run that goes on later even a batch with all answers is kept: what it said may be needed once more. One
      // that has failures alone would end the run with them each time.
      const isVain = ending === 'failed' && batch.fate === 'ended' && batch.answered === 0;
      const isOver = isVain || (isDone && (batch.fate === 'ended' || !batch.isUsed));
      if (batch.fate !== 'cancelled' && !isOver) continue;
      const kind = batch.fate === 'cancelled' ? 'cancelled' : 'collected';
      await log.append({ kind, at: isoTime(clock), batchId: batch.batchId });
      this.#batches?.delete(batch);
    }
    const left = this.#servers.flatMap((server) => leftUnderWay(server, this.#open) ?? []);
    return left.length === 0 ? undefined : left.join(' ');
  }

  /** Hands over what is asked and waits until the batches have ended; the items of each are played on when it has. */
  async #wave(): Promise<void> {
    const following: Promise<void>[] = [];
    try {
      await this.#reattach();
      for (const batch of this.#open) if (batch.waiting.size > 0) following.push(this.#follow(batch, 0));
      await this.#handOver((batch) => following.push(this.#follow(batch, this.#times.firstPollMs)));
      await this.#inTurn(() => this.#playOn());
    } finally {
      await Promise.all(following);
      if (this.#signal.aborted) await this.#stop();
    }
  }

  get #open(): readonly OpenBatch[] {
    return [...(this.#batches ?? [])];
  }

  /** Lets calls wait for the batches that they are in already. */
  async #reattach(): Promise<void> {
    this.#batches ??= await this.#openFromLog();
    for (const call of this.#asked) {
      const left = this.#left.get(call.name) ?? [];
      const found = left.find(({ batch }) => batch.fate === 'open' || batch.fate === 'ended');
      if (found === undefined) continue;
      left.splice(0, left.indexOf(found) + 1);
      this.#asked.delete(call);
      call.reattach();
      found.batch.wait(found.id, call);
    }
  }

  /** Finds the batches that an earlier process left behind. */
  async #openFromLog(): Promise<Set<OpenBatch>> {
    const batches = new Set<OpenBatch>();
    const { entries } = await this.#services.log.read();
    for (const entry of entries) if (entry.kind === 'submitted') this.#handedOver += entry.ids.length;
    for (const { provider, baseUrl, batchId, model, ids, at } of openBatches(entries)) {
      const server = this.#servers.find((one) => one.id === provider && one.baseUrl === baseUrl);
      if (server === undefined) continue;
      const batch = this.#batchOf(server, batchId, model, Date.parse(at));
      batches.add(batch);
      for (const id of ids) this.#leave(id.slice(0, id.lastIndexOf('-')), id, batch);
    }
    return batches;
  }

  #leave(name: string, id: string, batch: OpenBatch): void {
    const left = this.#left.get(name);
    if (left === undefined) this.#left.set(name, [{ id, batch }]);
    else left.push({ id, batch });
  }

  /** In a function of its own: one that still waits for the batches would keep thousands of answered calls in memory. */
  async #handOver(follow: (batch: OpenBatch) => void): Promise<void> {
    for (const calls of inBatches(await this.#ready(), this.#rooms)) {
      const batch = await this.#submit(await this.#fitting(calls));
      if (batch !== undefined) follow(batch);
    }
  }

  /** What is to be handed over with this wave: nothing after a stop, which `onGathered` asks for. */
  async #ready(): Promise<readonly BatchCall[]> {
    const { clock, onGathered } = this.#services;
    if (onGathered !== undefined && this.isWaiting) await untilAborted(this.#signal, onGathered);
    const waitMs = this.#restMs;
    this.#restMs = 0;
    if (waitMs > 0 && this.#asked.size > 0) await clock.delay(waitMs, this.#signal).catch(() => undefined);
    return onGathered === undefined ? this.#withoutTwins() : [];
  }

  /** Those that there is room for beside the calls in flight: the others stay. One that is alone waits for room, or ends the run. */
  async #fitting(calls: readonly BatchCall[]): Promise<readonly BatchCall[]> {
    const fits = async (call: BatchCall, waiting?: AbortSignal): Promise<readonly BatchCall[]> => {
      try {
        return (await call.reserve(waiting)) ? [call] : [];
      } catch (error) {
        this.#failed([[call, error]]);
        return [];
      }
    };
    if (this.#signal.aborted) return [];
    const isAlone = this.#open.every(({ waiting }) => waiting.size === 0);
    const alone = isAlone ? calls.slice(0, 1) : [];
    const first = await Promise.all(alone.map((call) => fits(call, this.#signal)));
    const others = await Promise.all(calls.slice(alone.length).map((call) => fits(call)));
    return [...first, ...others].flat();
  }

  /** Of identical calls one goes. The others find its answer in the cache when the wave is over, or ask for themselves. */
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
    if (calls.length === 0 || this.#signal.aborted) return undefined;
    const named = new Map(calls.map((call) => [`${call.name}-${this.#handedOver++}`, call]));
    try {
      const { server, model, batchId } = await submitBatch(
        named,
        this.#services,
        this.#times,
        this.#onEvent,
        this.#signal,
      );
      const batch = this.#batchOf(server, batchId, model, this.#services.clock.now());
      this.#batches?.add(batch);
      for (const [id, call] of named) {
        this.#asked.delete(call);
        batch.wait(id, call);
      }
      this.#tell(server);
      return batch;
    } catch (error) {
      this.#failed(calls.map((call) => [call, error]));
      return undefined;
    }
  }

  /** Handed over at `handedOverAt`, in milliseconds since the epoch. */
  #batchOf(server: BatchServer, batchId: string, model: string, handedOverAt: number): OpenBatch {
    return new OpenBatch(server, { batchId, model }, handedOverAt, {
      clock: this.#services.clock,
      times: this.#times,
      onPolled: () => this.#tell(server),
      onEnd: (batch, end) => this.#ended(batch, end),
      inTurn: (work) => this.#inTurn(work),
      onReply: (call, reply) => {
        this.#collected.set(server, (this.#collected.get(server) ?? 0) + 1);
        const { usage } = reply;
        call.answered(usage === undefined ? reply : { ...reply, usage: { ...usage, batch: true } });
        this.#settled(call);
      },
    });
  }

  /** Never rejects. */
  async #follow(batch: OpenBatch, firstMs: number): Promise<void> {
    try {
      await batch.follow(firstMs, this.#signal);
    } catch (error) {
      const calls = [...batch.waiting];
      if (!this.#signal.aborted) {
        batch.waiting.clear();
        // Asked again, a call waits for this batch again.
        for (const [id, call] of calls) this.#leave(call.name, id, batch);
        this.#failed(calls.map(([, call]) => [call, error]));
      }
      await this.#inTurn(() => this.#playOn());
    }
  }

  async #ended(batch: OpenBatch, { isLost, refusal, unanswered }: BatchEnd): Promise<void> {
    const { log, clock, onGathered } = this.#services;
    const entry = { kind: 'lost', at: isoTime(clock), batchId: batch.batchId } as const;
    const unwritten: unknown = isLost ? await log.append(entry).catch((error: unknown) => error) : undefined;
    const isFull = refusal?.failure === 'rateLimit' && unwritten === undefined;
    const mayProbe = !isLost && !this.#signal.aborted && onGathered === undefined;
    // Too much waits at the provider: the same calls come again in smaller batches, when some time has passed.
    if (isFull) this.#shrinkRoom(unanswered.map(({ call }) => call));
    const failed: FailedCall[] = [];
    const refused: FailedCall[] = [];
    for (const { call, fate } of unanswered) {
      const isProbed = mayProbe && mayBeAboutForm(fate) && !call.isReshaped;
      if (isFull && ++call.timesFull <= mostTimesFull) this.#askAgain(call);
      else (isProbed ? refused : failed).push([call, unwritten ?? unansweredError(fate, batch.server.id, batch.model)]);
    }
    this.#failed(failed);
    await this.#probeForm(refused);
    await this.#playOn();
  }

  /** Makes the coming batches smaller than one that was too much for the provider. */
  #shrinkRoom(calls: readonly BatchCall[]): void {
    this.#restMs = this.#times.longestPollMs;
    for (const model of new Set(calls.map(modelOf))) {
      const room = this.#rooms.get(model) ?? Infinity;
      this.#rooms.set(model, Math.max(1, Math.min(room, Math.floor(calls.length / 2))));
    }
  }

  /** Finds the form that the server takes by asking refused calls alone until one is answered. The others go with the next wave. */
  async #probeForm(refused: readonly FailedCall[]): Promise<void> {
    for (const [index, [call]] of refused.slice(0, mostProbes).entries()) {
      try {
        call.answered(await call.model.server.provider.complete(call.request, this.#signal));
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
      this.#restMs = Math.max(this.#restMs, delayMs ?? 0);
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

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #tell(server: BatchServer): void {
    this.#onEvent(batchesEvent(server, this.#open, this.#collected.get(server) ?? 0));
  }

  /** Nothing stays set aside for what is not answered. Ends the batches of a run that was cancelled. */
  async #stop(): Promise<void> {
    const reason: unknown = this.#signal.reason;
    if (Stopped.is(reason) && reason.stop.status === 'cancelled') await this.#cancelAll();
    await this.#inTurn(() => this.#playOn());
    for (const call of this.#asked) call.release();
    for (const { waiting } of this.#open) for (const call of waiting.values()) call.release();
  }

  /** Ends every batch at the provider and takes what each had finished. What does not end in time is left for a resume. */
  async #cancelAll(): Promise<void> {
    const tooLong = new AbortController();
    setMaxListeners(0, tooLong.signal);
    const patience = this.#services.clock.delay(this.#times.cancelPatienceMs, tooLong.signal).then(
      () => tooLong.abort(),
      () => undefined,
    );
    const open = this.#open.filter(({ fate }) => fate === 'open');
    await Promise.all(open.map((batch) => batch.cancel(tooLong.signal)));
    tooLong.abort();
    await patience;
  }
}

/** Resolves when `signal` is aborted, which `ask` asks for. */
function untilAborted(signal: AbortSignal, ask: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    ask();
  });
}
