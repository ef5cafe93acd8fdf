import { type ChatReply, type ChatRequest, ProviderError, type ProviderFailure } from '../providers/provider';
import type { Budget, Reservation, SettledUsage } from './budget';
import { type ModelEndpoint, takesNoImages } from './modelEndpoint';
import type { StepSoFar } from './runStep';

/** How an attempt ended. */
export type AttemptEnd = { readonly usage: ChatReply['usage'] } | { readonly error: unknown };

/** Failures of calls that a provider may have worked on and count all the same: an answer was on its way. */
const mayCost: ReadonlySet<string> = new Set<ProviderFailure>(['badResponse', 'tooLong', 'timeout']);

/** What a failed call came to: nothing where the provider refused it. */
function usageOf(error: unknown): SettledUsage {
  if (!ProviderError.is(error)) return undefined;
  return error.usage ?? (error.sent && mayCost.has(error.failure) ? 'notCounted' : undefined);
}

/** What is known of a model by its answers, and what its calls cost: asked before each attempt, and told of its end. */
export class MeteredModel {
  readonly #endpoint: ModelEndpoint;
  readonly #budget: Budget;
  /** Calls to this model that succeeded; without any, its name or address may be wrong. */
  answers = 0;
  /** False as soon as the model is known to take no images, from its entry or from a refusal. */
  takesImages: boolean;

  constructor(endpoint: ModelEndpoint, budget: Budget) {
    this.#endpoint = endpoint;
    this.#budget = budget;
    this.takesImages = endpoint.takesImages ?? true;
  }

  /**
   * Sets aside what an attempt can cost; nothing for a simulated one, which comes from nobody. Rejects with `ProviderError` where the
   * model takes no images, and as `Budget.reserve` does.
   */
  async open(request: ChatRequest, signal: AbortSignal): Promise<Reservation | undefined> {
    this.#assertImages(request);
    return this.#endpoint.provider.simulated ? undefined : this.#budget.reserve(this.#endpoint, request, signal);
  }

  /** The same without waiting: `undefined` where the call does not fit beside those in flight. */
  async openIfFits(request: ChatRequest): Promise<Reservation | undefined> {
    this.#assertImages(request);
    return this.#budget.reserveIfFits(this.#endpoint, request);
  }

  /** For a call that is in a batch already, and so is paid for whatever the caps say. */
  openPaid(request: ChatRequest): Reservation {
    return this.#budget.reserveUnchecked(this.#endpoint, request);
  }

  /** Counts an attempt that was opened. */
  close(reservation: Reservation | undefined, soFar: StepSoFar, end: AttemptEnd): void {
    const error = 'error' in end ? end.error : undefined;
    if (ProviderError.is(error, 'imagesRefused')) this.takesImages = false;
    const reached = !ProviderError.is(error) || (error.sent && !this.#isLeft(error));
    if (reached) soFar.sent += 1;
    if (reservation === undefined) return;
    const usage = 'usage' in end ? (end.usage ?? 'notCounted') : usageOf(end.error);
    this.#budget.settle(reservation, this.#endpoint, usage, reached);
  }

  #assertImages({ messages }: ChatRequest): void {
    if (!this.takesImages && messages.some(({ images = [] }) => images.length > 0)) throw takesNoImages(this.#endpoint);
  }

  /** A call that is given up while it waits for its batch is answered, and counted, when its batch is collected. */
  #isLeft({ failure }: ProviderError): boolean {
    return this.#endpoint.batches !== undefined && failure === 'aborted';
  }
}
