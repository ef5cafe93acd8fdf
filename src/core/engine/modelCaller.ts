import type { ChatProvider, ChatReply, ChatRequest } from '../providers/provider';
import { ProviderError } from '../providers/providerError';
import type { Budget, Reservation } from './budget';
import type { CallLimiter, Lane, Strain } from './callLimiter';
import type { Clock } from './clock';
import { cacheKey, isCacheable, type ReplyCache } from './replyCache';
import { retry, type RetryOptions } from './retry';
import type { RunListener } from './runEvent';
import { takesNoImages } from './takesNoImages';

/** How long a call is put off by a provider that is full, in milliseconds. */
const rateLimitPatienceMs = 15 * 60_000;
/** How long the network may be gone, or a provider have no room for anybody. */
const outagePatienceMs = 5 * 60_000;

const strains: ReadonlySet<string> = new Set<Strain>(['rateLimit', 'overloaded', 'server', 'timeout', 'network']);

function isStrain(failure: string): failure is Strain {
  return strains.has(failure);
}

/** A model that can be called: who answers, through which lanes, under which name it is recorded. */
export interface ModelEndpoint {
  /** As in records and tables, `openai:gpt-…`. */
  readonly name: string;
  /** The provider's own name of the model. */
  readonly model: string;
  readonly baseUrl?: string;
  /** Whether the model takes images; `undefined` where that is found out by asking. */
  readonly takesImages?: boolean;
  readonly provider: ChatProvider;
  /** True where calls wait in batches: one that is given up is answered, and counted, when its batch is collected. */
  readonly inBatches?: boolean;
  /** Shared by all endpoints of one provider and key. */
  readonly limiter: CallLimiter;
}

/** An answer, and what it took. */
export interface CallOutcome {
  readonly reply: ChatReply;
  readonly cached: boolean;
  readonly retries: number;
  /** Puts the answer into the cache. For the caller to decide: an answer that cannot be read must be asked for anew. */
  readonly remember: () => void;
}

/** Makes one call inside a step. Throws what the provider threw once retries are used up. */
export type ModelCall = (request: ChatRequest) => Promise<CallOutcome>;

/** Requests of a step that reached the provider so far, repeats after failures included. */
export type SentCalls = () => number;

/** What a caller needs besides the endpoint. */
export interface CallerServices {
  readonly cache: ReplyCache | undefined;
  /** Calls under way by cache key, over all models of the run: identical ones share one. */
  readonly underWay: Map<string, Promise<ChatReply>>;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Uniform in [0, 1), for the jitter of back-off. */
  readonly random: () => number;
  readonly onEvent: RunListener;
}

/** Calls one model: cache, budget, lane, retries, in that order. */
export class ModelCaller {
  readonly endpoint: ModelEndpoint;
  readonly #services: CallerServices;
  readonly #goesAhead: boolean;
  readonly #remembering = new Set<Promise<void>>();
  /** Whether any call to this model ever succeeded; tells a wrong address from a bad moment. */
  succeededOnce = false;
  /** False as soon as the model is known to take no images, from its entry or from a refusal. */
  takesImages: boolean;

  /** `goesAhead`: its calls are admitted before others of the same limiter. */
  constructor(endpoint: ModelEndpoint, services: CallerServices, goesAhead = false) {
    this.endpoint = endpoint;
    this.#services = services;
    this.#goesAhead = goesAhead;
    this.takesImages = endpoint.takesImages ?? true;
  }

  /**
   * Does one step of a run with a lane of this model: `work` makes its calls through the function it is given, one after
   * the other, and keeps the lane until it is done. A step ends when its record is on disk, so a process that dies loses
   * at most as many answers as there are lanes. The lane is free while a failed call waits to be tried again.
   */
  async step<Result>(
    signal: AbortSignal,
    work: (call: ModelCall, sent: SentCalls) => Promise<Result>,
  ): Promise<Result> {
    const lane = this.endpoint.limiter.lane(this.#goesAhead);
    let sent = 0;
    const onSent = (): void => {
      sent += 1;
    };
    try {
      return await work(
        (request) => this.#call(request, lane, signal, onSent),
        () => sent,
      );
    } finally {
      lane.leave();
    }
  }

  /** Whether its provider has been full for everybody for as long as a call is put off: all that is left would wait in vain. */
  get isFull(): boolean {
    return this.endpoint.limiter.fullForMs >= rateLimitPatienceMs;
  }

  /** Resolves when every answer to be remembered is on disk. */
  async settled(): Promise<void> {
    await Promise.all(this.#remembering);
  }

  /** The journal has the answer already, so no lane waits for the cache. */
  #keep(writing: Promise<void>): void {
    this.#remembering.add(writing);
    void writing.finally(() => this.#remembering.delete(writing));
  }

  async #call(request: ChatRequest, lane: Lane, signal: AbortSignal, onSent: () => void): Promise<CallOutcome> {
    const { endpoint } = this;
    const { cache, clock, onEvent, random } = this.#services;
    // A simulated reply costs less to make again than to look up.
    const store = endpoint.provider.simulated ? undefined : cache;
    const key = store === undefined ? '' : cacheKey(`${endpoint.provider.id} ${endpoint.baseUrl ?? ''}`, request);
    const known = await store?.get(key);
    if (known !== undefined) return { reply: known, cached: true, retries: 0, remember: () => undefined };
    let retries = 0;
    const options: RetryOptions = {
      signal,
      delay: (ms, abort) => {
        lane.leave();
        return clock.delay(ms, abort);
      },
      random,
      now: () => clock.now(),
      patience: (error) => this.#patience(error),
      isInVain: ({ failure }) => failure === 'rateLimit' && this.isFull,
      onRetry: ({ error, attempt, delayMs }) => {
        retries += 1;
        const failure = ProviderError.is(error) ? error.failure : 'network';
        const message = error instanceof Error ? error.message : String(error);
        onEvent({ kind: 'retrying', provider: endpoint.provider.id, failure, message, attempt, delayMs });
      },
    };
    const ask = (): Promise<ChatReply> => retry(() => this.#attempt(request, lane, signal, onSent), options);
    const { reply, shared } = store === undefined ? { reply: await ask(), shared: false } : await this.#share(key, ask);
    if (shared) return { reply, cached: true, retries: 0, remember: () => undefined };
    this.succeededOnce = true;
    const remember = (): void => {
      if (store !== undefined && isCacheable(reply)) this.#keep(store.set(key, reply));
    };
    return { reply, cached: false, retries, remember };
  }

  /** An address from which nothing ever came may be a wrong one: that is told soon. */
  #patience({ failure }: ProviderError): number {
    if (failure === 'rateLimit') return rateLimitPatienceMs;
    const isOutage = failure === 'network' || failure === 'overloaded';
    return isOutage && this.endpoint.limiter.hasAnswered ? outagePatienceMs : 0;
  }

  /** Takes the answer to an identical call that is under way; asks where there is none, or it brought nothing worth sharing. */
  async #share(
    key: string,
    ask: () => Promise<ChatReply>,
  ): Promise<{ readonly reply: ChatReply; readonly shared: boolean }> {
    const { underWay } = this.#services;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      const reply = await other.catch(() => undefined);
      if (reply !== undefined && isCacheable(reply)) return { reply, shared: true };
    }
    // Nothing is awaited between looking and putting it there.
    const asking = ask();
    underWay.set(key, asking);
    try {
      return { reply: await asking, shared: false };
    } finally {
      underWay.delete(key);
    }
  }

  async #attempt(request: ChatRequest, lane: Lane, signal: AbortSignal, onSent: () => void): Promise<ChatReply> {
    const { provider } = this.endpoint;
    const { budget } = this.#services;
    await lane.enter(signal);
    // Another call may have found it out while this one waited for its lane.
    if (!this.takesImages && request.messages.some(({ images = [] }) => images.length > 0)) {
      throw takesNoImages(this.endpoint);
    }
    // Simulated replies come from nobody and cost nothing.
    const reservation = provider.simulated ? undefined : await this.#reserve(request, signal);
    let usage: ChatReply['usage'];
    let reached = true;
    try {
      const { room, ...reply } = await provider.complete(request, signal);
      usage = reply.usage;
      lane.answered(room);
      return reply;
    } catch (error) {
      if (ProviderError.is(error) && isStrain(error.failure)) lane.refused(error.failure, error.retryAfterMs);
      if (ProviderError.is(error, 'imagesRefused')) this.takesImages = false;
      reached = !ProviderError.is(error) || (error.sent && !(this.endpoint.inBatches === true && isGivenUp(error)));
      throw error;
    } finally {
      if (reached) onSent();
      if (reservation !== undefined) budget.settle(reservation, this.endpoint, usage, reached);
    }
  }

  async #reserve(request: ChatRequest, signal: AbortSignal): Promise<Reservation> {
    const { budget } = this.#services;
    const isUnderWay = (await this.endpoint.provider.isUnderWay?.(request)) === true;
    return isUnderWay
      ? budget.reserveUnchecked(this.endpoint, request)
      : budget.reserve(this.endpoint, request, signal);
  }
}

function isGivenUp({ failure }: ProviderError): boolean {
  return failure === 'aborted';
}
