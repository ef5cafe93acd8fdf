import { costOf } from '../providers/prices';
import type { ChatRequest, TokenUsage } from '../providers/provider';

/** The cap on cost was reached; nothing was sent. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor(
    readonly capUsd: number,
    readonly spentUsd: number,
  ) {
    super(
      `Stopped before passing the cap of $${capUsd.toFixed(2)} ($${spentUsd.toFixed(2)} spent). ` +
        'Everything that was paid for is kept; resume with a higher cap to go on.',
    );
  }

  static is(error: unknown): error is BudgetError {
    return error instanceof BudgetError;
  }
}

/** Which price list a call is on: with a base URL none, as the server behind it may be a local one. */
export interface PricedModel {
  readonly model: string;
  readonly baseUrl?: string;
}

/**
 * Keeps a run under a cap in US dollars. Each call reserves the most it can cost before it is sent: a generous count
 * of its input (3 characters a token, no cached discount) and all the output it may write. A call that does not fit
 * beside those in flight waits for them, as they mostly cost less than reserved; only one that does not fit alone
 * ends the run, so that nothing paid for is cut off.
 */
export class Budget {
  readonly #capUsd: number | undefined;
  readonly #waiting = new Set<() => void>();
  #spent: number;
  #reserved = 0;
  #held = 0;
  #exhausted = false;

  constructor(capUsd: number | undefined, spentUsd = 0) {
    this.#capUsd = capUsd;
    this.#spent = spentUsd;
  }

  /**
   * Resolves with what to hand to `settle` once the call fits. Rejects with `BudgetError` when it might pass the cap with
   * nothing else in flight, and with the signal's reason when aborted while waiting.
   */
  async reserve(priced: PricedModel, request: ChatRequest, signal: AbortSignal): Promise<number> {
    if (this.#capUsd === undefined) return 0;
    const most = mostItCosts(priced, request);
    // A call without a known price costs nothing as far as the cap can tell.
    if (most === 0) return 0;
    while (this.#spent + this.#reserved + most > this.#capUsd) {
      if (this.#held === 0) this.#exhausted = true;
      if (this.#exhausted) throw new BudgetError(this.#capUsd, this.#spent);
      await this.#settled(signal);
    }
    // A smaller call that still fits would be cut off when the run stops.
    if (this.#exhausted) throw new BudgetError(this.#capUsd, this.#spent);
    this.#reserved += most;
    this.#held += 1;
    return most;
  }

  /** Replaces a reservation by what the call did cost; a failed call cost nothing that we know of. */
  settle(reservation: number, priced: PricedModel, usage: TokenUsage | undefined): void {
    if (reservation === 0) return;
    this.#held -= 1;
    // Set, not subtracted to nothing: the rounding of many reservations must not look like money.
    this.#reserved = this.#held === 0 ? 0 : this.#reserved - reservation;
    if (usage !== undefined) this.#spent += costOf(priced.model, usage, priced.baseUrl) ?? 0;
    for (const wake of [...this.#waiting]) wake();
  }

  #settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', aborted);
      };
      const wake = (): void => {
        done();
        resolve();
      };
      const aborted = (): void => {
        done();
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        aborted();
        return;
      }
      this.#waiting.add(wake);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }
}

function mostItCosts({ model, baseUrl }: PricedModel, request: ChatRequest): number {
  const characters = request.system.length + request.messages.reduce((sum, message) => sum + message.content.length, 0);
  // 1,600 tokens is what a large image costs at most with the providers in use.
  const images = request.messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
  const usage = {
    input: Math.ceil(characters / 3) + images * 1_600 + 200,
    output: request.maxOutputTokens,
    cachedInput: 0,
  };
  return costOf(model, usage, baseUrl) ?? 0;
}
