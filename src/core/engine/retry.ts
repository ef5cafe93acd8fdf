import { ProviderError } from '../providers/providerError';

/** One wait before another attempt. */
export interface RetryNotice {
  readonly error: ProviderError;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  /** True when the server asked for a longer wait than is kept to. */
  readonly capped: boolean;
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Resolves after `ms`, rejects when the signal is aborted. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly maxAttempts?: number;
  /**
   * Milliseconds for which a failure is waited out however many attempts that takes, 0 for one that uses up attempts: a
   * provider that is full or a network that is gone says nothing about this call.
   */
  readonly patience?: (error: ProviderError) => number;
  /** Whether others have waited long enough for all: then nothing is tried again. */
  readonly isInVain?: (error: ProviderError) => boolean;
  /** Milliseconds, for patience; the computer's clock unless set. */
  readonly now?: () => number;
  /** Longest wait after the first failure, in milliseconds; doubles with each further one. */
  readonly baseMs?: number;
  /** Longest wait that is chosen here, in milliseconds. */
  readonly maxMs?: number;
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** A server's wish beyond this is not waited for: better to be refused again and to give up visibly. */
const longestAskedMs = 60_000;

/** Where failures are waited out somebody else finds out when it is well again, and nobody should then still be asleep. */
const longestPatientMs = 5_000;

/** The last error of a call that failed every time, with all of them kept in order. */
export class RetriesExhaustedError extends ProviderError {
  readonly attempts: readonly ProviderError[];

  constructor(last: ProviderError, attempts: readonly ProviderError[]) {
    super(`${last.message} Given up after ${attempts.length} attempts.`, {
      failure: last.failure,
      provider: last.provider,
      status: last.status,
      retryAfterMs: last.retryAfterMs,
      sent: last.sent,
      cause: last,
    });
    this.attempts = attempts;
  }
}

/**
 * Runs an attempt until it succeeds. Waits with exponential back-off and full jitter (a share of the whole step, so that
 * calls refused together do not come back together), or as long as the server asks, up to 60 s.
 *
 * An error that no retry mends is thrown as it is, at once. After the last attempt its error is thrown as a
 * `RetriesExhaustedError`; an abort while waiting is a `ProviderError` with failure `aborted`.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, delay, random, maxAttempts = 6, baseMs = 500, maxMs = 30_000, onRetry } = options;
  const { now = Date.now, patience = () => 0, isInVain = () => false } = options;
  const attempts: ProviderError[] = [];
  let counted = 0;
  /** When the present spell of failures that are waited out began. */
  let waitingSince: number | undefined;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!ProviderError.is(error) || !error.retryable) throw error;
      attempts.push(error);
      if (signal.aborted) throw stopped(error);
      const patient = patience(error);
      if (patient > 0) waitingSince ??= now();
      else {
        waitingSince = undefined;
        counted += 1;
      }
      const isOver = waitingSince === undefined ? counted >= maxAttempts : now() - waitingSince >= patient;
      if (isOver || isInVain(error)) throw attempts.length === 1 ? error : new RetriesExhaustedError(error, attempts);
      const wait = waitAfter(
        error,
        random,
        Math.min(patient > 0 ? longestPatientMs : maxMs, baseMs * 2 ** (attempts.length - 1)),
      );
      onRetry?.({ error, attempt: attempts.length, ...wait });
      await delay(wait.delayMs, signal).catch((reason: unknown) => {
        throw signal.aborted ? stopped(error) : reason;
      });
    }
  }
}

function waitAfter(
  error: ProviderError,
  random: () => number,
  stepMs: number,
): Pick<RetryNotice, 'delayMs' | 'capped'> {
  const asked = error.retryAfterMs;
  // A server that asks for no wait at all gets the usual one: coming back at once is what it was refusing.
  if (asked === undefined || !(asked > 0)) return { delayMs: random() * stepMs, capped: false };
  return { delayMs: Math.min(asked, longestAskedMs), capped: asked > longestAskedMs };
}

function stopped(last: ProviderError): ProviderError {
  return new ProviderError(`Stopped while waiting to try again: ${last.message}`, {
    failure: 'aborted',
    provider: last.provider,
    cause: last,
  });
}
