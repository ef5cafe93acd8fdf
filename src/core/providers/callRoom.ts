/** What a provider said of the room that is left for a key. */
export interface CallRoom {
  /** Calls that may still be made before `resetMs` is over; 0 as well where calls are left and no tokens. */
  readonly remaining: number;
  /** Milliseconds until there is room again. */
  readonly resetMs: number;
}

type Named = Pick<Headers, 'get'>;

/**
 * Reads the headers of OpenAI (`x-ratelimit-remaining-requests`, `x-ratelimit-reset-requests: 6m0s`, likewise for tokens) and
 * Anthropic (`anthropic-ratelimit-requests-remaining`, `anthropic-ratelimit-requests-reset: 2026-11-21T…Z`). What is spent
 * longest counts. `undefined` where a server says nothing of it.
 */
export function callRoom(headers: Named, now: number): CallRoom | undefined {
  const calls =
    roomOf(headers, 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests', now) ??
    roomOf(headers, 'anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset', now);
  const tokens =
    roomOf(headers, 'x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens', now) ??
    roomOf(headers, 'anthropic-ratelimit-tokens-remaining', 'anthropic-ratelimit-tokens-reset', now);
  // Tokens that are left say nothing of the number of calls.
  if (tokens === undefined || tokens.remaining > 0) return calls;
  return calls?.remaining === 0 && calls.resetMs > tokens.resetMs ? calls : tokens;
}

function roomOf(headers: Named, remainingName: string, resetName: string, now: number): CallRoom | undefined {
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
