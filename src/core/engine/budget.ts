import { costOf } from '../providers/prices';
import type { ChatRequest, TokenUsage } from '../providers/provider';

/** The cap on cost was reached; nothing was sent. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor(readonly capUsd: number, readonly spentUsd: number) {
    super(
      `Stopped before passing the cap of $${capUsd.toFixed(2)} ($${spentUsd.toFixed(2)} spent). ` +
        'Everything that was paid for is kept; resume with a higher cap to go on.',
    );
  }

  static is(error: unknown): error is BudgetError {
    return error instanceof BudgetError;
  }
}

/**
 * Keeps a run under a cap in US dollars. Each call reserves the most it can cost before it is sent: a generous count
 * of its input (3 characters a token, no cached discount) and all the output it may write.
 */
export class Budget {
  readonly #capUsd: number | undefined;
  #spent: number;
  #reserved = 0;

  constructor(capUsd: number | undefined, spentUsd = 0) {
    this.#capUsd = capUsd;
    this.#spent = spentUsd;
  }

  /** Throws `BudgetError` when the call might pass the cap; else returns what to hand to `settle`. */
  reserve(model: string, request: ChatRequest): number {
    if (this.#capUsd === undefined) return 0;
    const characters = request.system.length + request.messages.reduce((sum, message) => sum + message.content.length, 0);
    // 1,600 tokens is what a large image costs at most with the providers in use.
    const images = request.messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
    const usage = { input: Math.ceil(characters / 3) + images * 1_600 + 200, output: request.maxOutputTokens, cachedInput: 0 };
    const most = costOf(model, usage) ?? 0;
    if (this.#spent + this.#reserved + most > this.#capUsd) throw new BudgetError(this.#capUsd, this.#spent);
    this.#reserved += most;
    return most;
  }

  /** Replaces a reservation by what the call did cost; a failed call cost nothing that we know of. */
  settle(reservation: number, model: string, usage: TokenUsage | undefined): void {
    this.#reserved -= reservation;
    if (usage !== undefined) this.#spent += costOf(model, usage) ?? 0;
  }
}
