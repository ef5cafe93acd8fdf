import { type ChatReply, type ChatRequest, ProviderError } from '../providers/provider';
import type { AttemptEnd, SuspendedSteps } from './batch/batchCall';
import type { Budget, Reservation } from './budget';
import { outagePatienceMs, type Slot, type TransientError } from './callLimiter';
import type { Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';
import { asSent, contextWasCut, lacksHeadroom, takesNoImages, withMoreHeadroom } from './modelEndpoint';
import { cacheKey, isCacheable, type ReplyCache } from './replyCache';
import { isWholeTimeout, retry, type RetryNotice, type RetryPolicy } from './retry';
import type { RunListener } from './runEvent';
import { serverTitle } from './runChoices';
import { isOutage } from './runFailure';
import { addUsage, type CallOutcome, type ModelCall, type StepSoFar, type StepWork } from './runStep';
import type { AwaitedCall, ServerSilence } from './serverSilence';

const rateLimitPatienceMs = 15 * 60_000;

const transientErrors: readonly TransientError[] = ['rateLimit', 'overloaded', 'server', 'timeout', 'network'];

function transientErrorOf(error: ProviderError): TransientError | undefined {
  if (error.failure === 'timeout' && !isWholeTimeout(error)) return 'server';
  return transientErrors.find((one) => one === error.failure);
}

export interface CallerServices {
  readonly cache: ReplyCache | undefined;
  /** By cache key over all models of the run, so that identical calls share one. */
  readonly underWay: Map<string, Promise<ChatReply>>;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: RunListener;
  readonly silence: ServerSilence;
  readonly steps?: SuspendedSteps | undefined;
}

interface Step {
  readonly slot: Slot;
  readonly signal: AbortSignal;
  readonly soFar: StepSoFar;
}

/** Failures after which a provider may still charge, because an answer was on its way. */
const mayCost: ReadonlySet<string> = new Set(['badResponse', 'tooLong', 'timeout']);

/** Applies cache, budget, slot and retries, in that order. */
export class ModelCaller {
  readonly policy: RetryPolicy;
  /** At 0 the model's name or address may be wrong. */
  answers = 0;
  takesImages: boolean;
  /** Simulated replies are not cached: computing one is cheaper than looking it up. */
  readonly #cache: ReplyCache | undefined;
  #mostRead = 0;

  constructor(
    readonly endpoint: ModelEndpoint,
    private readonly services: CallerServices,
    private readonly goesAhead = false,
  ) {
    this.takesImages = endpoint.takesImages ?? true;
    this.#cache = endpoint.provider.simulated ? undefined : services.cache;
    this.policy = {
      random: services.random,
      maxTimeouts: endpoint.batches === undefined ? 2 : undefined,
      now: () => services.clock.elapsed(),
      patience: (error) => this.#patience(error),
      isInVain: ({ failure }) =>
        failure === 'rateLimit' ? this.isFull : isOutage(failure) && endpoint.limiter.isGivenUp,
    };
  }

  /** A step ends when its record is on disk. Rejects with `Suspended` where a call waits for its batch. */
  async step(item: string, step: string, signal: AbortSignal, work: StepWork): Promise<void> {
    const { batches, limiter } = this.endpoint;
    const { clock, steps } = this.services;
    const started = clock.elapsed();
    if (batches !== undefined && steps !== undefined)
      return steps.play(this, batches, item, step, started, signal, (ask, soFar) =>
        work((request) => this.#askWithHeadroom(request, (sent) => ask(this.#keyOf(sent), sent)), soFar),
      );
    const slot = limiter.slot(this.goesAhead);
    const soFar: StepSoFar = { started, sent: 0, retries: 0, decided: [] };
    const call: ModelCall = async (request) => {
      const key = this.isShared ? this.#keyOf(request) : '';
      return (await this.lookUp(key)) ?? this.#ask(request, key, { slot, signal, soFar });
    };
    try {
      await work((request) => this.#askWithHeadroom(request, call), soFar);
    } finally {
      slot.leave();
    }
  }

  get isFull(): boolean {
    return this.endpoint.limiter.fullForMs >= rateLimitPatienceMs;
  }

  /** Whether identical calls share an answer. They do so through the cache only. */
  get isShared(): boolean {
    return this.#cache !== undefined;
  }

  /** Rejects where the model takes no images, and as `Budget.reserve` does. */
  async open(request: ChatRequest, waiting: AbortSignal | undefined): Promise<Reservation | undefined> {
    const hasImages = request.messages.some(({ images = [] }) => images.length > 0);
    if (!this.takesImages && hasImages) throw takesNoImages(this.endpoint);
    if (this.endpoint.provider.simulated) return undefined;
    return this.services.budget.reserve(this.endpoint, request, waiting);
  }

  openPaid(request: ChatRequest): Reservation {
    return this.services.budget.reserveUnchecked(this.endpoint, request);
  }

  close(reservation: Reservation | undefined, soFar: StepSoFar, end: AttemptEnd): void {
    const error = 'error' in end && ProviderError.is(end.error) ? end.error : undefined;
    if (error?.failure === 'imagesRefused') this.takesImages = false;
    // An abandoned batch call is counted when its batch is collected.
    const isLeft = this.endpoint.batches !== undefined && error?.failure === 'aborted';
    const reached = error === undefined || (error.sent && !isLeft);
    if (reached) soFar.sent += 1;
    const mayHaveCost = error?.sent === true && mayCost.has(error.failure) ? 'notCounted' : undefined;
    const usage = 'usage' in end ? (end.usage ?? 'notCounted') : (error?.usage ?? mayHaveCost);
    if (reservation !== undefined) this.services.budget.settle(reservation, usage, reached);
  }

  async lookUp(key: string): Promise<CallOutcome | undefined> {
    const reply = await this.#cache?.get(key);
    return reply && fromCache(reply);
  }

  /** The journal already has the answer, so no slot waits for the cache, which writes all before it closes. */
  remember(key: string, reply: ChatReply): void {
    if (isCacheable(reply)) void this.#cache?.set(key, reply);
  }

  onRetry({ error: { failure, message }, delayMs }: RetryNotice): void {
    const provider = this.endpoint.provider.id;
    this.services.onEvent({ kind: 'retrying', provider, failure, message, delayMs });
  }

  /** Asks again with a higher ceiling where reasoning used up the answer's. Throws `cutOff` or `contextCut`. */
  async #askWithHeadroom(asked: ChatRequest, call: ModelCall): Promise<CallOutcome> {
    const { provider, parameters } = this.endpoint;
    if (provider.simulated) return call(asked);
    const answerTokens = parameters?.maxTokens ?? asked.maxOutputTokens;
    const request = asSent(asked, this.endpoint);
    const first = await call(request);
    this.#mostRead = Math.max(this.#mostRead, first.reply.usage?.input ?? 0);
    // Only answers that were found whole are kept.
    if (!first.cached) this.#assertWhole(request, first.reply);
    if (!lacksHeadroom(first.reply, answerTokens)) return first;
    // A server that lowered this ceiling would lower a higher one, too.
    const { maxOutputTokens: ceiling = request.maxOutputTokens } = first.reply.sent ?? {};
    const larger = ceiling < request.maxOutputTokens ? undefined : withMoreHeadroom(request, this.endpoint);
    if (larger === undefined) throw this.#cutOff(request, first.reply.usage);
    const second = await call(larger);
    const usage = addUsage(first.reply.usage, second.cached ? undefined : second.reply.usage);
    if (lacksHeadroom(second.reply, answerTokens)) throw this.#cutOff(larger, usage);
    // Both calls were paid for, even if the second answer came from the cache.
    return { ...second, cached: false, retries: second.retries + 1, reply: { ...second.reply, usage } };
  }

  #assertWhole(request: ChatRequest, { usage }: ChatReply): void {
    if (!contextWasCut(request, usage, this.#mostRead)) return;
    const { name, provider, baseUrl } = this.endpoint;
    throw new ProviderError(
      `${serverTitle({ title: name, baseUrl })} read only ${usage?.input ?? 0} tokens of a much longer request: its context is too small, so it never saw the whole prompt. ` +
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

  /** Takes the answer of an identical call under way, if that answer is worth sharing. */
  async #ask(request: ChatRequest, key: string, step: Step): Promise<CallOutcome> {
    const { clock, silence, underWay } = this.services;
    for (let other = underWay.get(key); this.isShared && other !== undefined; other = underWay.get(key)) {
      const reply = await other.catch(() => undefined);
      if (reply !== undefined && isCacheable(reply)) return fromCache(reply);
    }
    let retries = 0;
    const awaited = silence.call(this.endpoint);
    const call = retry(() => this.#attempt(request, step, awaited), {
      ...this.policy,
      signal: step.signal,
      delay: (ms, abort) => {
        step.slot.leave();
        return clock.delay(ms, abort);
      },
      onRetry: (notice) => {
        retries += 1;
        step.soFar.retries += 1;
        awaited.failed(notice.error, notice.delayMs);
        this.onRetry(notice);
      },
    }).finally(() => awaited.ended());
    // No await between the look-up and this line, so no twin slips in.
    if (this.isShared) underWay.set(key, call);
    try {
      const reply = await call;
      this.answers += 1;
      return { reply, cached: false, retries, remember: () => this.remember(key, reply) };
    } finally {
      underWay.delete(key);
    }
  }

  /** An address that never answered may be wrong, so this fails early. */
  #patience({ failure }: ProviderError): number {
    if (failure === 'rateLimit') return rateLimitPatienceMs;
    const isPassing = failure === 'network' || failure === 'overloaded';
    return isPassing && this.endpoint.limiter.hasAnswered ? outagePatienceMs : 0;
  }

  async #attempt(request: ChatRequest, { slot, signal, soFar }: Step, awaited: AwaitedCall): Promise<ChatReply> {
    await slot.enter(signal);
    const reservation = await this.open(request, signal);
    let end: AttemptEnd = { usage: undefined };
    try {
      awaited.sent();
      const { clock } = this.services;
      const sentAt = clock.elapsed();
      const reply = await this.endpoint.provider.complete(request, signal);
      end = { usage: reply.usage };
      slot.answered(clock.elapsed() - sentAt);
      return reply;
    } catch (error) {
      const transient = ProviderError.is(error) ? transientErrorOf(error) : undefined;
      if (ProviderError.is(error) && transient !== undefined) slot.failed(transient, error.retryAfterMs);
      end = { error };
      throw error;
    } finally {
      this.close(reservation, soFar, end);
    }
  }
}

function fromCache(reply: ChatReply): CallOutcome {
  return { reply, cached: true, retries: 0, remember: () => undefined };
}
