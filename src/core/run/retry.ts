import { ProviderError } from '../providers/provider';

export interface RetryNotice {
  readonly error: ProviderError;
  readonly delayMs: number;
}

export interface RetryPolicy {
  readonly random: () => number;
  readonly maxTimeouts?: number | undefined;
  readonly patience?: (error: ProviderError) => number;
  readonly isInVain?: (error: ProviderError) => boolean;
  readonly now?: () => number;
  readonly baseMs?: number;
}

export interface RetryOptions extends RetryPolicy {
  readonly signal: AbortSignal;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onRetry?: (notice: RetryNotice) => void;
}

const maxAttempts = 6;
const longestMs = 30_000;
/** A server that asks for a longer wait is asked again anyway, and its failure becomes visible. */
const longestAskedMs = 60_000;
/** Longest wait between retries in an outage; other calls find out when the server is back. */
const longestPatientMs = 5_000;

export class FailedAttempts {
  count = 0;
  #counted = 0;
  #timeouts = 0;
  #waitingSince: number | undefined;

  constructor(private readonly policy: RetryPolicy) {}

  next(error: unknown, signal: AbortSignal): RetryNotice {
    if (!ProviderError.is(error) || !error.retryable) throw error;
    const { random, maxTimeouts = maxAttempts, baseMs = 500 } = this.policy;
    const { now = () => performance.now(), patience = () => 0, isInVain = () => false } = this.policy;
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
    // A server that asks for zero wait gets the usual one: it just refused an immediate call.
    return { error, delayMs: asked > 0 ? Math.min(asked, longestAskedMs) : random() * stepMs };
  }
}

/** Full jitter, so that calls refused together do not return together. An abort while waiting is `aborted`, too. */
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

/** Whether a call used its whole time limit. A server that answers 408 may have ended it earlier. */
export function isWholeTimeout({ failure, status }: ProviderError): boolean {
  return failure === 'timeout' && status === undefined;
}

function givenUp(last: ProviderError, attempts: number): ProviderError {
  const { message, failure, provider, status, retryAfterMs, sent } = last;
  const data = { failure, provider, status, retryAfterMs, sent, cause: last };
  return new ProviderError(`${message} Given up after ${attempts} attempts.`, data);
}

function stoppedRetry(last: ProviderError): ProviderError {
  const message = `Stopped while waiting to try again: ${last.message}`;
  return new ProviderError(message, { failure: 'aborted', provider: last.provider, cause: last });
}
