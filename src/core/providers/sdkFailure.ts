import * as z from 'zod';
import { RedirectError } from './redirectError';
import { ReplyTooLongError } from './replyTooLong';
import { retryAfterMs } from './retryAfter';
import { UnreadableReplyError } from './unreadableReply';

type ErrorClass = abstract new (...args: never[]) => Error;

/** The error classes that both SDKs have under the same names. */
export interface SdkErrorClasses {
  readonly APIError: ErrorClass;
  readonly APIConnectionError: ErrorClass;
  readonly APIConnectionTimeoutError: ErrorClass;
  readonly APIUserAbortError: ErrorClass;
}

/** An answer with a bad status. Every text in it is the server's and may quote the key or the prompt. */
export interface StatusFailure {
  readonly kind: 'status';
  readonly status: number;
  readonly code?: string;
  readonly param?: string;
  readonly type?: string;
  readonly text?: string;
  readonly retryAfterMs?: number;
}

/** What went wrong, read off an SDK's error. */
export type SdkFailure =
  | { readonly kind: 'aborted' | 'timeout' }
  | { readonly kind: 'tooLong'; readonly largestBytes: number }
  /** Hosts; `to` is a text of the server's. */
  | { readonly kind: 'redirect'; readonly status?: number; readonly from: string; readonly to?: string }
  /** `code` is the system's or undici's, for instance `ECONNREFUSED`. */
  | { readonly kind: 'network'; readonly code?: string }
  | { readonly kind: 'badResponse' | 'unexpected'; readonly text: string }
  | StatusFailure;

const text = z.string().optional().catch(undefined);
const detailSchema = z.object({ message: text, code: text, param: text, type: text, error_code: text }).partial();
const statusErrorSchema = z.object({
  status: z.number(),
  message: z.string(),
  headers: z
    .custom<Headers>((value) => value instanceof Headers)
    .optional()
    .catch(undefined),
  error: z.unknown(),
});

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
  if (own !== undefined) return { kind: 'badResponse', text: own.message };
  // The SDKs walk through what a server sent, and it may be nested deeper than they get.
  if (error instanceof RangeError) return { kind: 'badResponse', text: 'the body is nested too deeply' };
  if (error instanceof SyntaxError) return { kind: 'badResponse', text: 'the body is not valid JSON' };
  if (error instanceof classes.APIUserAbortError) return { kind: 'aborted' };
  if (error instanceof classes.APIConnectionTimeoutError) return { kind: 'timeout' };
  if (error instanceof classes.APIConnectionError) return { kind: 'network', code: systemCode(error) };
  const status = error instanceof classes.APIError ? statusErrorSchema.safeParse(error) : undefined;
  if (status?.success === true) return statusFailure(status.data, now);
  // What the SDKs let through as it is: the body broke off while it was read.
  const code = systemCode(error);
  if (code !== undefined) return { kind: 'network', code };
  return { kind: 'unexpected', text: error instanceof Error ? error.message : 'an error of an unknown kind' };
}

/** The failure of a call whose answer, body and all, stands in the results of a batch. */
export function failureInBatch(status: number, body: unknown): StatusFailure {
  return statusFailure({ status, message: noBody, error: body }, 0);
}

function statusFailure(error: z.infer<typeof statusErrorSchema>, now: number): StatusFailure {
  const detail = errorDetail(error.error);
  return {
    kind: 'status',
    status: error.status,
    code: detail.code ?? detail.error_code,
    param: detail.param,
    type: detail.type,
    text: detail.message ?? bodyText(error.message, error.status),
    retryAfterMs: error.headers === undefined ? undefined : retryAfterMs(error.headers, now),
  };
}

/** Errors in errors that are looked into. */
const deepestError = 4;

/**
 * The inner error object. OpenAI's SDK hands over what stands under `error`, which Ollama makes a plain string;
 * Anthropic's hands over the whole body, with a finer code under `error.details`.
 */
function errorDetail(body: unknown, depth = 0): z.infer<typeof detailSchema> {
  if (typeof body === 'string') return { message: body };
  const nested = z.object({ error: z.unknown() }).safeParse(body);
  if (nested.success && nested.data.error !== undefined && depth < deepestError)
    return errorDetail(nested.data.error, depth + 1);
  const detail = detailSchema.safeParse(body);
  if (!detail.success) return {};
  const finer = z.object({ details: detailSchema }).safeParse(body);
  return finer.success ? { ...detail.data, error_code: finer.data.details.error_code } : detail.data;
}

const noBody = 'status code (no body)';

/** The SDKs put the status before a body that is not JSON, and a remark of their own where there is none. */
function bodyText(message: string, status: number): string | undefined {
  const body = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return body === noBody || body.startsWith('{') ? undefined : body;
}

/** The SDKs may wrap what was found wrong here while an answer was fetched or read. */
function ownError(error: unknown): RedirectError | ReplyTooLongError | UnreadableReplyError | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if (RedirectError.is(current) || ReplyTooLongError.is(current) || UnreadableReplyError.is(current)) return current;
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
