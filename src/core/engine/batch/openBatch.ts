import { type BatchReference, type ChatReply, ProviderError } from '../../providers/provider';
import type { Clock } from '../clock';
import type { RunEvent } from '../runEvent';
import { serverTitle } from '../serverAddress';
import type { BatchCall, UnansweredFate } from './batchCall';
import type { BatchServer, BatchTimes } from './batchServices';

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
