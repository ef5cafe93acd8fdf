import { type ChatReply, type ChatRequest, ProviderError } from '../providers/provider';
import type { Budget, Reservation, SettledUsage } from './budget';
import { type ModelEndpoint, takesNoImages } from './modelEndpoint';
import type { StepSoFar } from './runStep';

export type AttemptEnd = { readonly usage: ChatReply['usage'] } | { readonly error: unknown };

/** Failures of calls that a provider may have worked on and count all the same: an answer was on its way. */
const mayCost: ReadonlySet<string> = new Set(['badResponse', 'tooLong', 'timeout']);

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
   * Sets aside what an attempt can cost; nothing for a simulated one, which comes from nobody. Rejects with
   * `ProviderError` where the model takes no images, and else is as `Budget.reserve`.
   */
  async open(request: ChatRequest, waiting: AbortSignal | undefined): Promise<Reservation | undefined> {
    const hasImages = request.messages.some(({ images = [] }) => images.length > 0);
    if (!this.takesImages && hasImages) throw takesNoImages(this.#endpoint);
    return this.#endpoint.provider.simulated ? undefined : this.#budget.reserve(this.#endpoint, request, waiting);
  }

  /** For a call that is in a batch already, and so is paid for whatever the caps say. */
  openPaid(request: ChatRequest): Reservation {
    return this.#budget.reserveUnchecked(this.#endpoint, request);
  }

  close(reservation: Reservation | undefined, soFar: StepSoFar, end: AttemptEnd): void {
    const error = 'error' in end && ProviderError.is(end.error) ? end.error : undefined;
    if (error?.failure === 'imagesRefused') this.takesImages = false;
    // A call that is given up while it waits for its batch is answered, and counted, when its batch is collected.
    const isLeft = this.#endpoint.batches !== undefined && error?.failure === 'aborted';
    const reached = error === undefined || (error.sent && !isLeft);
    if (reached) soFar.sent += 1;
    const usage = 'usage' in end ? (end.usage ?? 'notCounted') : usageOf(error);
    if (reservation !== undefined) this.#budget.settle(reservation, usage, reached);
  }
}

/** What a failed call came to: nothing where the provider refused it. */
function usageOf(error: ProviderError | undefined): SettledUsage {
  return error?.usage ?? (error?.sent === true && mayCost.has(error.failure) ? 'notCounted' : undefined);
}
