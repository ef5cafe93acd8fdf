import type { CallHeadroom, ChatReply } from './provider';

type Named = Pick<Headers, 'get'>;

/**
 * Reads OpenAI's headers (`x-ratelimit-remaining-requests`, `x-ratelimit-reset-requests: 6m0s`, same for tokens) and
 * Anthropic's (`anthropic-ratelimit-requests-remaining`, `…-reset: 2026-11-21T…Z`). The longest reset counts.
 * `undefined` without such headers.
 */
export function callHeadroom(headers: Named, now: number): CallHeadroom | undefined {
  const headroomFor = (what: string): CallHeadroom | undefined =>
    headroomOf(headers, `x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`, now) ??
    headroomOf(headers, `anthropic-ratelimit-${what}-remaining`, `anthropic-ratelimit-${what}-reset`, now);
  const calls = headroomFor('requests');
  const tokens = headroomFor('tokens');
  // Tokens left do not tell the number of calls.
  if (tokens === undefined || tokens.remaining > 0) return calls;
  return calls?.remaining === 0 && calls.resetMs > tokens.resetMs ? calls : tokens;
}

function headroomOf(headers: Named, remainingName: string, resetName: string, now: number): CallHeadroom | undefined {
  const said = headers.get(remainingName);
  if (said === null || !/^\d{1,12}$/.test(said.trim())) return undefined;
  const resetMs = durationMs(headers.get(resetName), now);
  return resetMs === undefined ? undefined : { remaining: Number(said), resetMs };
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** `1s`, `6m0s`, `20ms`, `1h2m3.5s`, or a time in ISO 8601; never negative. */
export function durationMs(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[dhms])/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join('') === text.trim()) {
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
  }
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

export function withHeadroom(reply: ChatReply, headers: Named): ChatReply {
  return { ...reply, headroom: callHeadroom(headers, Date.now()) };
}

/** A day is the longest wait. */
const longestWait = 86_400_000;

/**
 * The wait that a server asks for, in milliseconds from 0 to a day; `undefined` if none is usable. Sources in order:
 * `retry-after-ms`, `retry-after` (seconds or HTTP date, RFC 9110 §10.2.3), the body, and OpenRouter's
 * `x-ratelimit-reset` (milliseconds since 1970).
 */
export function retryAfterMs(headers: Named | undefined, now: number, inBody?: number): number | undefined {
  const reset = headers?.get('x-ratelimit-reset') ?? '';
  const resetMs = /^\d{13}$/.test(reset) ? Math.max(0, Number(reset) - now) : undefined;
  const asked = (headers && askedMs(headers, now)) ?? inBody ?? resetMs;
  return asked === undefined ? undefined : Math.min(asked, longestWait);
}

function askedMs(headers: Named, now: number): number | undefined {
  const milliseconds = headers.get('retry-after-ms') ?? '';
  if (nonNegative.test(milliseconds)) return Number(milliseconds);
  const value = headers.get('retry-after') ?? '';
  if (nonNegative.test(value)) return Number(value) * 1000;
  // A bare number is no date, though Date.parse would take "-5" for one.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const nonNegative = /^\s*\d+(\.\d+)?\s*$/;
