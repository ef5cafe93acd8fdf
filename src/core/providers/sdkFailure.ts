import * as z from 'zod';
import { type ErrorBody, readErrorBody } from './errorBody';
import type { TokenUsage } from './provider';
import { RedirectError } from './redirectError';
import { ReplyTooLongError } from './replyTooLong';
import { retryAfterMs } from './rateLimitHeaders';
import { StatusError } from './statusError';
import { UnreadableReplyError } from './unreadableReply';

type ErrorClass = abstract new (...args: never[]) => Error;

/** The error classes that both SDKs have under the same names. */
export interface SdkErrorClasses {
  readonly APIConnectionError: ErrorClass;
  readonly APIConnectionTimeoutError: ErrorClass;
  readonly APIUserAbortError: ErrorClass;
}

/** An answer that is an error. Every text in it is the server's and may quote the key or the prompt. */
export interface StatusFailure extends Pick<ErrorBody, 'text' | 'code' | 'type' | 'param'> {
  readonly kind: 'status';
  readonly status: number;
  /** Each code, type and reason that the body has. */
  readonly signs?: readonly string[];
  readonly retryAfterMs?: number;
  /** What the server wants us to do, whatever its status, by the header `x-should-retry`, which both SDKs know. */
  readonly shouldRetry?: boolean;
}

/** What went wrong, read off an SDK's error. */
export type SdkFailure =
  | { readonly kind: 'aborted' | 'timeout' }
  | { readonly kind: 'tooLong'; readonly largestBytes: number }
  /** Hosts; `to` is a text of the server's. */
  | { readonly kind: 'redirect'; readonly status?: number; readonly from: string; readonly to?: string }
  /** `code` is the system's or undici's, for instance `ECONNREFUSED`. */
  | { readonly kind: 'network'; readonly code?: string }
  | { readonly kind: 'badResponse' | 'unexpected'; readonly text: string; readonly usage?: TokenUsage | undefined }
  | StatusFailure;

/** Reads any error of a call; `ended` is what our own deadline knows, which is surer than the SDK's guess. */
export function readSdkFailure(
  error: unknown,
  classes: SdkErrorClasses,
  ended: 'aborted' | 'timeout' | undefined,
  now: number,
): SdkFailure {
  if (ended !== undefined) return { kind: ended };
  const own = ownError(error);
  if (ReplyTooLongError.is(own)) return { kind: 'tooLong', largestBytes: own.largestBytes };
  if (RedirectError.is(own)) return { kind: 'redirect', status: own.status, from: own.from, to: own.to };
  if (StatusError.is(own)) return statusFailure(own, now);
  if (own !== undefined) {
    const usage = UnreadableReplyError.is(own) ? own.usage : undefined;
    return { kind: 'badResponse', text: own.message, usage };
  }
  // The SDKs walk through what a server sent, and it may be nested deeper than they get.
  if (error instanceof RangeError) return { kind: 'badResponse', text: 'the body is nested too deeply' };
  if (error instanceof SyntaxError) return { kind: 'badResponse', text: 'the body is not valid JSON' };
  if (error instanceof classes.APIUserAbortError) return { kind: 'aborted' };
  if (error instanceof classes.APIConnectionTimeoutError) return { kind: 'timeout' };
  if (error instanceof classes.APIConnectionError) return { kind: 'network', code: systemCode(error) };
  // What the SDKs let through as it is: the body broke off while it was read.
  const code = systemCode(error);
  if (code !== undefined) return { kind: 'network', code };
  return { kind: 'unexpected', text: error instanceof Error ? error.message : 'an error of an unknown kind' };
}

/** What an answer says that is an error; of one in a batch, of a file or in a good status there are no headers. */
export function statusFailure({ status, body, headers }: StatusError, now: number): StatusFailure {
  const { waitMs, status: meant, ...said } = readErrorBody(body, now);
  const wish = headers?.get('x-should-retry');
  return {
    kind: 'status',
    ...said,
    status: status < 300 ? (meant ?? status) : status,
    retryAfterMs: retryAfterMs(headers, now, waitMs),
    ...(wish === 'true' || wish === 'false' ? { shouldRetry: wish === 'true' } : {}),
  };
}

/** The SDKs may wrap what was found wrong here while an answer was fetched or read. */
function ownError(error: unknown): RedirectError | ReplyTooLongError | StatusError | UnreadableReplyError | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if (RedirectError.is(current) || ReplyTooLongError.is(current)) return current;
    if (StatusError.is(current) || UnreadableReplyError.is(current)) return current;
    current = current.cause;
  }
  return undefined;
}

function systemCode(error: unknown): string | undefined {
  const coded = z.object({ code: z.string().regex(/^[A-Z][A-Z0-9_]+$/) });
  const caused = z.object({ cause: z.unknown() });
  for (let current = error, depth = 0; depth < 4; depth += 1) {
    const code = coded.safeParse(current);
    if (code.success) return code.data.code;
    const next = caused.safeParse(current);
    if (!next.success || next.data.cause === undefined) return undefined;
    current = next.data.cause;
  }
  return undefined;
}
