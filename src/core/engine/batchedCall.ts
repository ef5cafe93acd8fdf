import type { ChatReply, ChatRequest } from '../providers/provider';
import type { Reservation } from './budget';
import type { BatchedProvider } from './batchedProvider';
import type { Clock } from './clock';
import type { MeteredModel } from './meteredModel';
import type { ParkedAnswer } from './parkedSteps';
import type { StepSoFar } from './runStep';
import { isCacheable } from './replyCache';
import { FailedAttempts, stoppedRetry, type RetryNotice, type RetryPolicy } from './retry';
import type { CallReceiver } from './waitingCall';

/** What all calls to a model have in common that go into batches. */
export interface BatchedModel {
  readonly batches: BatchedProvider;
  readonly metered: MeteredModel;
  readonly clock: Clock;
  readonly policy: RetryPolicy;
  /** Calls under way by cache key, where identical ones share one; `undefined` where there is no cache to share. */
  readonly underWay: Map<string, BatchedCall> | undefined;
  onRetry(notice: RetryNotice): void;
  /** Puts an answer into the cache. */
  remember(key: string, reply: ChatReply): void;
}

/** What a call is about, and who hears of its end. */
export interface CallToBatch {
  /** Of the cache. */
  readonly key: string;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  readonly soFar: StepSoFar;
  readonly settle: (answer: ParkedAnswer) => void;
}

/**
 * One call that goes into batches, from its beginning to its answer, over as many batches as that takes. Tens of thousands wait at
 * once for a day: no function is suspended meanwhile.
 */
export class BatchedCall implements CallReceiver {
  readonly #model: BatchedModel;
  readonly #call: CallToBatch;
  #reservation: Reservation | undefined;
  #failed: FailedAttempts | undefined;
  /** Identical calls that wait for this one's answer. */
  #followers: BatchedCall[] | undefined;

  constructor(model: BatchedModel, call: CallToBatch) {
    this.#model = model;
    this.#call = call;
  }

  begin(): void {
    const { underWay } = this.#model;
    const { key } = this.#call;
    const leader = underWay?.get(key);
    if (leader !== undefined) {
      (leader.#followers ??= []).push(this);
      return;
    }
    underWay?.set(key, this);
    void this.#attempt();
  }

  answered(reply: ChatReply): void {
    const { metered } = this.#model;
    const { key, settle, soFar } = this.#call;
    metered.close(this.#reservation, soFar, { usage: reply.usage });
    metered.answers += 1;
    const retries = this.#failed?.count ?? 0;
    let isRemembered = false;
    const remember = (): void => {
      // A step may be played again after it, when it asks more than once.
      if (!isRemembered) this.#model.remember(key, reply);
      isRemembered = true;
    };
    settle({ outcome: { reply, cached: false, retries, remember } });
    this.#leave(reply);
  }

  failed(error: unknown): void {
    const { clock, metered, policy } = this.#model;
    const { signal, soFar } = this.#call;
    if (this.#reservation !== undefined) metered.close(this.#reservation, soFar, { error });
    this.#reservation = undefined;
    try {
      const notice = (this.#failed ??= new FailedAttempts(policy)).next(error, signal);
      soFar.retries += 1;
      this.#model.onRetry(notice);
      clock.delay(notice.delayMs, signal).then(
        () => this.#attempt(),
        (reason: unknown) => this.#end(signal.aborted ? stoppedRetry(notice.error) : reason),
      );
    } catch (last) {
      this.#end(last);
    }
  }

  async #attempt(): Promise<void> {
    const { batches, metered } = this.#model;
    const { request, signal } = this.#call;
    try {
      // A follower takes over where its leader was stopped: nothing is set aside any more.
      signal.throwIfAborted();
      this.#reservation = await metered.open(request, signal);
      await batches.add(request, signal, this);
    } catch (error) {
      this.failed(error);
    }
  }

  #end(error: unknown): void {
    this.#call.settle({ error });
    this.#leave(undefined);
  }

  /** The others take the answer; where there is none that is worth sharing, the first of them asks for itself. */
  #leave(reply: ChatReply | undefined): void {
    const { underWay } = this.#model;
    const { key } = this.#call;
    underWay?.delete(key);
    const [next, ...others] = this.#followers ?? [];
    if (next === undefined) return;
    if (reply !== undefined && isCacheable(reply)) {
      for (const one of [next, ...others]) {
        one.#call.settle({ outcome: { reply, cached: true, retries: 0, remember: () => undefined } });
      }
      return;
    }
    next.#followers = others;
    next.begin();
  }
}
