import type { TokenUsage } from './provider';

/**
 * Why a call to a model failed.
 * `rateLimit` 429; `overloaded` 503/529; `server` other 5xx; `network` no or broken connection; `timeout` our own limit;
 * `auth` 401/403; `quota` the credit, the spending limit or the quota of the day is used up, which no retry mends; `tooLarge` a request that
 * is longer than the model or the account ever takes; `refused` a content filter did not let this one prompt through; `badRequest` other 4xx;
 * `imagesRefused` the model takes no images, and the call had some; `badResponse` a body that is not what the API promises;
 * `tooLong` a body beyond any reply's size, which no retry mends; `cutOff` hidden
 * reasoning used up the tokens of the answer; `contextCut` the server read a part of the request only; `aborted` by the caller.
 */
export type ProviderFailure =
  | 'rateLimit'
  | 'overloaded'
  | 'server'
  | 'network'
  | 'timeout'
  | 'auth'
  | 'quota'
  | 'tooLarge'
  | 'refused'
  | 'badRequest'
  | 'imagesRefused'
  | 'badResponse'
  | 'tooLong'
  | 'cutOff'
  | 'contextCut'
  | 'aborted';

const retryable: ReadonlySet<ProviderFailure> = new Set([
  'rateLimit',
  'overloaded',
  'server',
  'network',
  'timeout',
  'badResponse',
]);

/** A failed call. The message names provider, model and mend, and never contains a key or a header. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  readonly provider: string;
  readonly status: number | undefined;
  /** Milliseconds the server asked us to wait. */
  readonly retryAfterMs: number | undefined;
  /** False where it is certain that the provider never heard of the call. */
  readonly sent: boolean;
  /** What the call came to all the same, where the provider said. */
  readonly usage: TokenUsage | undefined;

  constructor(
    message: string,
    details: {
      readonly failure: ProviderFailure;
      readonly provider: string;
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly sent?: boolean;
      readonly usage?: TokenUsage | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.failure = details.failure;
    this.provider = details.provider;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.sent = details.sent ?? true;
    this.usage = details.usage;
  }

  get retryable(): boolean {
    return retryable.has(this.failure);
  }

  static is(error: unknown, failure?: ProviderFailure): error is ProviderError {
    return error instanceof ProviderError && (failure === undefined || error.failure === failure);
  }
}
