import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchApi, BatchReference } from '../providers/batchApi';
import type { ChatReply } from '../providers/provider';
import { ProviderError } from '../providers/providerError';
import type { UnansweredCall } from './batchFailure';
import type { BatchTimes } from './batchTimes';
import type { Clock } from './clock';
import type { WaitingCall } from './waitingCall';

/** Looks in a row that may fail before the calls are told: two hours and more. */
const mostFailedLooks = 24;

/** Whoever has to hear what becomes of a batch. */
export interface BatchOwner {
  answered(call: WaitingCall, reply: ChatReply): void;
  /** The calls that an ended batch has no answer for. */
  unanswered(calls: readonly UnansweredCall[]): void;
  /** The batch is not there any more, or was refused as a whole; `calls` were not answered. */
  lost(batch: OpenBatch, calls: readonly WaitingCall[], refusal: ProviderError | undefined): Promise<void>;
  /** The batch could not be looked at; its calls may still be answered. */
  unreachable(batch: OpenBatch, calls: ReadonlyMap<string, WaitingCall>, error: unknown): void;
  looked(): void;
}

/** A batch that the provider has, and the calls that wait for it. */
export class OpenBatch implements BatchReference {
  readonly batchId: string;
  readonly model: string;
  /** Calls by their id within the batch. */
  readonly waiting = new Map<string, WaitingCall>();
  /** Whether any call of this stretch of the run is in it. */
  claimed = false;
  fate: 'open' | 'ended' | 'cancelled' | 'lost' = 'open';
  /** By the engine's clock, as the other times. */
  readonly handedOverAt: number;
  lookedAt: number | undefined;
  nextLookAt: number | undefined;
  /** Calls that the provider said were done when it was last looked at. */
  done = 0;
  /** Calls that it has answered here. */
  answered = 0;
  readonly #api: BatchApi;
  readonly #clock: Clock;
  readonly #times: BatchTimes;
  readonly #owner: BatchOwner;
  #watching = false;

  constructor(
    { batchId, model, handedOverAt }: BatchReference & { readonly handedOverAt: number },
    services: { readonly api: BatchApi; readonly clock: Clock; readonly times: BatchTimes; readonly owner: BatchOwner },
  ) {
    this.batchId = batchId;
    this.model = model;
    this.handedOverAt = handedOverAt;
    this.#api = services.api;
    this.#clock = services.clock;
    this.#times = services.times;
    this.#owner = services.owner;
  }

  claim(id: string, call: WaitingCall): void {
    this.claimed = true;
    this.waiting.set(id, call);
  }

  /** Looks after `firstMs` and then less and less often, until the batch has ended. Never rejects; `signal` ends it. */
  async watch(firstMs: number, signal: AbortSignal): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    try {
      await this.#watch(firstMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const calls = new Map(this.waiting);
      this.waiting.clear();
      this.#owner.unreachable(this, calls, error);
    } finally {
      this.#watching = false;
    }
  }

  async #watch(firstMs: number, signal: AbortSignal): Promise<void> {
    const { firstLookMs, longestLookMs } = this.#times;
    let wait = firstMs;
    let failed = 0;
    for (;;) {
      this.nextLookAt = this.#clock.now() + wait;
      await this.#clock.delay(wait, signal);
      wait = Math.min(longestLookMs, Math.max(firstLookMs, 1.5 * wait));
      // Whoever hears of this look hears when the next one comes.
      this.nextLookAt = this.#clock.now() + wait;
      try {
        if (await this.look(signal)) return;
        failed = 0;
      } catch (error) {
        failed += 1;
        if (!ProviderError.is(error) || !error.retryable || failed >= mostFailedLooks) throw error;
      }
    }
  }

  /** Looks once, and takes what is there when the batch has ended. False while it has not. */
  async look(signal: AbortSignal): Promise<boolean> {
    const state = await this.#api.look(this, signal);
    this.lookedAt = this.#clock.now();
    if (state.phase === 'open') {
      this.done = state.counts.done;
      this.#owner.looked();
      return false;
    }
    if (state.phase === 'ended') await this.#collect(signal);
    else await this.#lose(state.phase === 'refused' ? state.error : undefined);
    return true;
  }

  /** Asks the provider for the end of the batch. Rejects with `ProviderError`. */
  cancel(signal: AbortSignal): Promise<void> {
    return this.#api.cancel(this, signal);
  }

  async #collect(signal: AbortSignal): Promise<void> {
    // A call that comes while the results are read may have been in what is read already: they are read again for it.
    do {
      const expected = new Map(this.waiting);
      const failures: UnansweredCall[] = [];
      try {
        for await (const { id, outcome } of this.#api.results(this, signal)) {
          const call = expected.get(id);
          if (call === undefined) continue;
          expected.delete(id);
          this.waiting.delete(id);
          // The last answer may end the run, which then must not take the batch for one that is under way.
          if (this.waiting.size === 0) this.fate = 'ended';
          if (outcome.kind === 'reply') {
            this.answered += 1;
            this.#owner.answered(call, outcome.reply);
          } else failures.push({ call, fate: outcome });
        }
      } catch (error) {
        this.#owner.unanswered(failures);
        if (!ProviderError.is(error) || error.status !== 404) throw error;
        await this.#lose(undefined);
        return;
      }
      this.fate = 'ended';
      for (const [id, call] of expected) {
        this.waiting.delete(id);
        failures.push({ call, fate: { kind: 'missing' } });
      }
      this.#owner.looked();
      // Answers are taken up first: a model that has answered is not taken for one that never does.
      await nextTurn();
      this.#owner.unanswered(failures);
    } while (this.waiting.size > 0);
  }

  async #lose(refusal: ProviderError | undefined): Promise<void> {
    this.fate = 'lost';
    const calls = [...this.waiting.values()];
    this.waiting.clear();
    this.#owner.looked();
    await this.#owner.lost(this, calls, refusal);
  }
}
