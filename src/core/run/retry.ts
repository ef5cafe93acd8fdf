import { ProviderError } from '../providers/provider';

export interface RetryNotice {
  readonly error: ProviderError;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  readonly delayMs: number;
}

export interface RetryPolicy {
  readonly random: () => number;
  /** Attempts of those that may take their whole time limit, which is minutes each; as many as of others unless set. */
  readonly maxTimeouts?: number | undefined;
  /**
   * Milliseconds for which a failure is waited out however many attempts that takes, 0 for one that uses up attempts: a
   * provider that is full or a network that is gone says nothing about this call.
   */
  readonly patience?: (error: ProviderError) => number;
  /** Whether others have tried and waited enough for all: then nothing is tried again, and the error is thrown as it is. */
  readonly isInVain?: (error: ProviderError) => boolean;
  /** Milliseconds of a clock that nobody sets, for patience; the process's own unless given. */
  readonly now?: () => number;
  /** Longest wait after the first failure, in milliseconds; doubles with each further one. */
  readonly baseMs?: number;
}

export interface RetryOptions extends RetryPolicy {
  readonly signal: AbortSignal;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onRetry?: (notice: RetryNotice) => void;
}

const maxAttempts = 6;
/** Longest wait that is chosen here, in milliseconds. */
const longestMs = 30_000;
/** A server's wish beyond this is not waited for: better to be refused again and to give up visibly. */
const longestAskedMs = 60_000;
/** Where failures are waited out somebody else finds out when it is well again, and nobody should then still be asleep. */
const longestPatientMs = 5_000;

export class FailedAttempts {
  readonly #policy: RetryPolicy;
  count = 0;
  #counted = 0;
  #timeouts = 0;
  #waitingSince: number | undefined;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
  }

  /** Says how long to wait after another failure. Throws what the caller is to see where no attempt follows. */
  next(error: unknown, signal: AbortSignal): RetryNotice {
    if (!ProviderError.is(error) || !error.retryable) throw error;
    const { random, maxTimeouts = maxAttempts, baseMs = 500 } = this.#policy;
    const { now = () => performance.now(), patience = () => 0, isInVain = () => false } = this.#policy;
    const attempt = (this.count += 1);
    if (signal.aborted) throw stoppedRetry(error);
    if (isInVain(error)) throw error;
    if (isWholeTimeout(error)) this.#timeouts += 1;
    const patient = patience(error);
    if (patient > 0) this.#waitingSince ??= now();
    else {
      this.#waitingSince = undefined;
      this.#counted += 1;
    }
    const isOver =
      this.#timeouts >= maxTimeouts ||
      (this.#waitingSince === undefined ? this.#counted >= maxAttempts : now() - this.#waitingSince >= patient);
    if (isOver) throw attempt === 1 ? error : givenUp(error, attempt);
    const stepMs = Math.min(patient > 0 ? longestPatientMs : longestMs, baseMs * 2 ** (attempt - 1));
    const asked = error.retryAfterMs ?? 0;
    // A server that asks for no wait at all gets the usual one: coming back at once is what it was refusing.
    return { error, attempt, delayMs: asked > 0 ? Math.min(asked, longestAskedMs) : random() * stepMs };
  }
}

/**
 * Runs an attempt until it succeeds. Waits with exponential back-off and full jitter (a share of the whole step, so that
 * calls refused together do not come back together), or as long as the server asks, up to 60 s. Throws as
 * `FailedAttempts.next` does; an abort while waiting is a `ProviderError` with failure `aborted`, too.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, delay, onRetry } = options;
  const failed = new FailedAttempts(options);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const notice = failed.next(error, signal);
      onRetry?.(notice);
      await delay(notice.delayMs, signal).catch((reason: unknown) => {
        throw signal.aborted ? stoppedRetry(notice.error) : reason;
      });
    }
  }
}

/** Whether a call took all the time it may, which a server that says so itself (408) need not have let it. */
export function isWholeTimeout({ failure, status }: ProviderError): boolean {
  return failure === 'timeout' && status === undefined;
}

function givenUp(last: ProviderError, attempts: number): ProviderError {
  const { failure, provider, status, retryAfterMs, sent } = last;
  const message = `${last.message} Given up after ${attempts} attempts.`;
  return new ProviderError(message, { failure, provider, status, retryAfterMs, sent, cause: last });
}

function stoppedRetry(last: ProviderError): ProviderError {
  const message = `Stopped while waiting to try again: ${last.message}`;
  return new ProviderError(message, { failure: 'aborted', provider: last.provider, cause: last });
}
