import { type ChatReply, type ChatRequest, ProviderError } from '../providers/provider';
import { type BatchedModel, type SuspendedSteps } from './batch/batchCall';
import type { BatchServer } from './batch/batchServices';
import { type AttemptEnd, type Budget, MeteredModel } from './budget';
import { outagePatienceMs, type Slot, type TransientError } from './callLimiter';
import type { Clock } from './clock';
import { asSent, contextWasCut, lacksRoom, type ModelEndpoint, withMoreRoom } from './modelEndpoint';
import { cacheKey, isCacheable, type ReplyCache } from './replyCache';
import { isWholeTimeout, retry, type RetryNotice, type RetryPolicy } from './retry';
import type { RunListener } from './runEvent';
import { isOutage } from './runFailure';
import { addUsage, type CallOutcome, type ModelCall, type StepPlace, type StepSoFar, type StepWork } from './runStep';
import type { AwaitedCall, ServerSilence } from './serverSilence';

/** How long a call is put off by a provider that is full. */
const rateLimitPatienceMs = 15 * 60_000;

const transientErrors: readonly TransientError[] = ['rateLimit', 'overloaded', 'server', 'timeout', 'network'];

function transientErrorOf(error: ProviderError): TransientError | undefined {
  if (error.failure === 'timeout' && !isWholeTimeout(error)) return 'server';
  return transientErrors.find((one) => one === error.failure);
}

export interface CallerServices {
  readonly cache: ReplyCache | undefined;
  /** Calls under way by cache key, over all models of the run: identical ones share one. */
  readonly underWay: Map<string, Promise<ChatReply>>;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: RunListener;
  readonly silence: ServerSilence;
  readonly steps?: SuspendedSteps | undefined;
}

/** Cache, budget, slot, retries, in that order. */
export class ModelCaller {
  readonly endpoint: ModelEndpoint;
  readonly metered: MeteredModel;
  readonly #services: CallerServices;
  readonly #goesAhead: boolean;
  readonly #policy: RetryPolicy;
  readonly #remembering = new Set<Promise<void>>();
  #mostRead = 0;

  constructor(endpoint: ModelEndpoint, services: CallerServices, goesAhead = false) {
    this.endpoint = endpoint;
    this.metered = new MeteredModel(endpoint, services.budget);
    this.#services = services;
    this.#goesAhead = goesAhead;
    this.#policy = {
      random: services.random,
      maxTimeouts: endpoint.batches === undefined ? 2 : undefined,
      now: () => services.clock.elapsed(),
      patience: (error) => this.#patience(error),
      isInVain: ({ failure }) =>
        failure === 'rateLimit' ? this.isFull : isOutage(failure) && endpoint.limiter.isGivenUp,
    };
  }

  /**
   * A step ends when its record is on disk, so a process that dies loses at most as many answers as there are slots.
   * Where calls go into batches it rejects with `Suspended` as soon as one waits, and is to be begun again.
   */
  async step<Result>(place: StepPlace, signal: AbortSignal, work: StepWork<Result>): Promise<Result> {
    const { batches, limiter, name } = this.endpoint;
    const { clock, steps } = this.#services;
    const started = clock.elapsed();
    if (batches !== undefined && steps !== undefined)
      return steps.play(this.#batchedModel(batches), name, place, started, signal, (ask, soFar) =>
        work((request) => this.#askWithRoom(request, (sent) => ask(this.#keyOf(sent), sent)), soFar),
      );
    const slot = limiter.slot(this.#goesAhead);
    const soFar: StepSoFar = { started, sent: 0, retries: 0, decided: [] };
    const call: ModelCall = async (request) => {
      const key = this.#cache === undefined ? '' : this.#keyOf(request);
      return (await this.#lookUp(key)) ?? this.#ask(request, key, slot, signal, soFar);
    };
    try {
      return await work((request) => this.#askWithRoom(request, call), soFar);
    } finally {
      slot.leave();
    }
  }

  get isFull(): boolean {
    return this.endpoint.limiter.fullForMs >= rateLimitPatienceMs;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#remembering);
  }

  #batchedModel(server: BatchServer): BatchedModel {
    return {
      server,
      metered: this.metered,
      policy: this.#policy,
      isShared: this.#cache !== undefined,
      lookUp: (key) => this.#lookUp(key),
      onRetry: (notice) => this.#tellRetry(notice),
      remember: (key, reply) => this.#remember(key, reply),
    };
  }

  /** Asks once more with a larger ceiling where reasoning used up the answer's. Throws `cutOff` or `contextCut`. */
  async #askWithRoom(asked: ChatRequest, call: ModelCall): Promise<CallOutcome> {
    const { provider, parameters } = this.endpoint;
    if (provider.simulated) return call(asked);
    const answerTokens = parameters?.maxTokens ?? asked.maxOutputTokens;
    const request = asSent(asked, this.endpoint);
    const first = await call(request);
    this.#assertWhole(request, first.reply);
    if (!lacksRoom(first.reply, answerTokens)) return first;
    // A server that has lowered the ceiling would lower a larger one as well.
    const { maxOutputTokens: ceiling = request.maxOutputTokens } = first.reply.sent ?? {};
    const larger = ceiling < request.maxOutputTokens ? undefined : withMoreRoom(request, this.endpoint);
    if (larger === undefined) throw this.#cutOff(request, first.reply.usage);
    const second = await call(larger);
    const usage = addUsage(first.reply.usage, second.cached ? undefined : second.reply.usage);
    if (lacksRoom(second.reply, answerTokens)) throw this.#cutOff(larger, usage);
    // Both were paid for, also where the second answer was there already.
    return { ...second, cached: false, retries: second.retries + 1, reply: { ...second.reply, usage } };
  }

  #assertWhole(request: ChatRequest, { usage }: ChatReply): void {
    this.#mostRead = Math.max(this.#mostRead, usage?.input ?? 0);
    if (!contextWasCut(request, usage, this.#mostRead)) return;
    const { name, provider, baseUrl } = this.endpoint;
    const place = baseUrl === undefined ? name : `${name} at ${baseUrl}`;
    throw new ProviderError(
      `${place} read only ${usage?.input ?? 0} tokens of a much longer request: its context is too small, so it never saw the whole prompt. ` +
        'Give the model a larger context (num_ctx or OLLAMA_CONTEXT_LENGTH with Ollama, -c with llama.cpp, the context length in LM Studio), then resume.',
      { failure: 'contextCut', provider: provider.id, usage },
    );
  }

  #cutOff({ maxOutputTokens }: ChatRequest, usage: ChatReply['usage']): ProviderError {
    const { name, provider } = this.endpoint;
    return new ProviderError(
      `${name} used up ${maxOutputTokens.toLocaleString('en')} tokens before its answer was complete. Lower its effort, or give its server a larger context.`,
      { failure: 'cutOff', provider: provider.id, usage },
    );
  }

  #keyOf(request: ChatRequest): string {
    const { provider, baseUrl } = this.endpoint;
    return cacheKey(`${provider.id} ${baseUrl ?? ''}`, request);
  }

  /** A simulated reply costs less to make again than to look up. */
  get #cache(): ReplyCache | undefined {
    return this.endpoint.provider.simulated ? undefined : this.#services.cache;
  }

  async #lookUp(key: string): Promise<CallOutcome | undefined> {
    const reply = await this.#cache?.get(key);
    return reply === undefined ? undefined : fromCache(reply);
  }

  /** The journal has the answer already, so no slot waits for the cache. */
  #remember(key: string, reply: ChatReply): void {
    if (this.#cache === undefined || !isCacheable(reply)) return;
    const writing = this.#cache.set(key, reply);
    this.#remembering.add(writing);
    void writing.finally(() => this.#remembering.delete(writing));
  }

  async #ask(
    request: ChatRequest,
    key: string,
    slot: Slot,
    signal: AbortSignal,
    soFar: StepSoFar,
  ): Promise<CallOutcome> {
    const { clock, silence, underWay } = this.#services;
    const isShared = this.#cache !== undefined;
    for (let other = underWay.get(key); isShared && other !== undefined; other = underWay.get(key)) {
      const reply = await other.catch(() => undefined);
      if (reply !== undefined && isCacheable(reply)) return fromCache(reply);
    }
    let retries = 0;
    const awaited = silence.call(this.endpoint);
    const asking = retry(() => this.#attempt(request, slot, signal, soFar, awaited), {
      ...this.#policy,
      signal,
      delay: (ms, abort) => {
        slot.leave();
        return clock.delay(ms, abort);
      },
      onRetry: (notice) => {
        retries += 1;
        soFar.retries += 1;
        awaited.failed(notice.error);
        this.#tellRetry(notice);
      },
    }).finally(() => awaited.ended());
    // Nothing is awaited between looking and putting it there.
    if (isShared) underWay.set(key, asking);
    try {
      const reply = await asking;
      this.metered.answers += 1;
      return { reply, cached: false, retries, remember: () => this.#remember(key, reply) };
    } finally {
      underWay.delete(key);
    }
  }

  #tellRetry({ error, attempt, delayMs }: RetryNotice): void {
    const { failure, message } = error;
    const provider = this.endpoint.provider.id;
    this.#services.onEvent({ kind: 'retrying', provider, failure, message, attempt, delayMs });
  }

  /** An address from which nothing ever came may be a wrong one: that is told soon. */
  #patience({ failure }: ProviderError): number {
    if (failure === 'rateLimit') return rateLimitPatienceMs;
    const isPassing = failure === 'network' || failure === 'overloaded';
    return isPassing && this.endpoint.limiter.hasAnswered ? outagePatienceMs : 0;
  }

  async #attempt(
    request: ChatRequest,
    slot: Slot,
    signal: AbortSignal,
    soFar: StepSoFar,
    awaited: AwaitedCall,
  ): Promise<ChatReply> {
    await slot.enter(signal);
    const reservation = await this.metered.open(request, signal);
    let end: AttemptEnd = { usage: undefined };
    try {
      awaited.sent();
      const { clock } = this.#services;
      const sentAt = clock.elapsed();
      const { room, ...reply } = await this.endpoint.provider.complete(request, signal);
      end = { usage: reply.usage };
      slot.answered(room, clock.elapsed() - sentAt);
      return reply;
    } catch (error) {
      const transient = ProviderError.is(error) ? transientErrorOf(error) : undefined;
      if (ProviderError.is(error) && transient !== undefined) slot.failed(transient, error.retryAfterMs);
      end = { error };
      throw error;
    } finally {
      this.metered.close(reservation, soFar, end);
    }
  }
}

function fromCache(reply: ChatReply): CallOutcome {
  return { reply, cached: true, retries: 0, remember: () => undefined };
}
