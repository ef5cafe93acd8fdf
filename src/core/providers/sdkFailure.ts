import { type ErrorBody, readErrorBody } from './errorBody';
import type { TokenUsage } from './provider';
import { retryAfterMs } from './rateLimitHeaders';
import { errorNamed } from '../text/errors';

type ErrorClass = abstract new (...args: never[]) => Error;

export interface SdkErrorClasses {
  readonly APIConnectionError: ErrorClass;
  readonly APIConnectionTimeoutError: ErrorClass;
  readonly APIUserAbortError: ErrorClass;
}

/** An error answer. The server wrote every text and may quote the key or the prompt. */
export interface StatusFailure extends Pick<ErrorBody, 'text' | 'code' | 'param'> {
  readonly kind: 'status';
  readonly status: number;
  readonly signs?: readonly string[];
  readonly retryAfterMs?: number;
  /** From the header `x-should-retry`, which both SDKs know. It overrides the status. */
  readonly shouldRetry?: boolean;
}

export type SdkFailure =
  | { readonly kind: 'aborted' | 'timeout' }
  | { readonly kind: 'tooLong'; readonly largestBytes: number }
  /** `from` and `to` are hosts; `to` has its path on the same host. Absent where unknown. */
  | { readonly kind: 'redirect'; readonly status?: number; readonly from: string; readonly to?: string }
  /** `code` is the system's or undici's, for instance `ECONNREFUSED`. */
  | { readonly kind: 'network'; readonly code?: string }
  | { readonly kind: 'badResponse' | 'unexpected'; readonly text: string; readonly usage?: TokenUsage | undefined }
  | StatusFailure;

/** Its message has no foreign text, because the SDKs look for words in it. */
export class AnswerError extends errorNamed('AnswerError') {
  constructor(readonly failure: SdkFailure) {
    super('The answer cannot be used.');
  }
}

/** For a body with a good status that breaks the API's promise. */
export function unreadable(text: string, usage?: TokenUsage): AnswerError {
  return new AnswerError({ kind: 'badResponse', text, usage });
}

/** Answers in a batch, a file or with a good status have no headers. */
export function statusFailure(status: number, body: unknown, headers?: Headers, now = Date.now()): StatusFailure {
  const { waitMs, status: meant, ...said } = readErrorBody(body);
  const shouldRetry = /^(?:true|false)$/.exec(headers?.get('x-should-retry') ?? '')?.[0];
  return {
    kind: 'status',
    ...said,
    status: status < 300 ? (meant ?? status) : status,
    retryAfterMs: retryAfterMs(headers, now, waitMs),
    shouldRetry: shouldRetry === undefined ? undefined : shouldRetry === 'true',
  };
}

/** `ended`: our own deadline's reason, which is more reliable than the SDK's guess. */
export function readSdkFailure(
  error: unknown,
  classes: SdkErrorClasses,
  ended: 'aborted' | 'timeout' | undefined,
): SdkFailure {
  if (ended !== undefined) return { kind: ended };
  // The SDKs may wrap our own errors from fetching or reading.
  const causes = causesOf(error);
  const own = causes.find((one) => AnswerError.is(one));
  if (own !== undefined) return own.failure;
  // The SDKs recurse through answers, which may be nested too deep for them.
  if (error instanceof RangeError) return { kind: 'badResponse', text: 'the body is nested too deeply' };
  if (error instanceof SyntaxError) return { kind: 'badResponse', text: 'the body is not valid JSON' };
  if (error instanceof classes.APIUserAbortError) return { kind: 'aborted' };
  if (error instanceof classes.APIConnectionTimeoutError) return { kind: 'timeout' };
  const code = causes.map(systemCode).find((one) => one !== undefined);
  // A code without an SDK class means that the body broke off while it was read.
  if (error instanceof classes.APIConnectionError || code !== undefined) return { kind: 'network', code };
  return { kind: 'unexpected', text: error instanceof Error ? error.message : 'an error of an unknown kind' };
}

function causesOf(error: unknown, depth = 4): readonly unknown[] {
  if (depth === 0 || typeof error !== 'object' || error === null) return [];
  return [error, ...causesOf('cause' in error ? error.cause : undefined, depth - 1)];
}

function systemCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}
