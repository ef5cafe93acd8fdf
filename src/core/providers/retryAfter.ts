/** Nobody waits longer than a day; a number without end would poison what is reckoned with it. */
const longestMs = 86_400_000;

/**
 * How long a server asks us to wait, in milliseconds: from `retry-after-ms` (milliseconds), `retry-after` (seconds or an HTTP date,
 * RFC 9110 §10.2.3), what its body says, or `x-ratelimit-reset` of OpenRouter (milliseconds since 1970), first come first.
 * `undefined` when it says nothing usable; never negative, and a day at most.
 */
export function retryAfterMs(
  headers: Pick<Headers, 'get'> | undefined,
  now: number,
  inBody?: number,
): number | undefined {
  const reset = headers?.get('x-ratelimit-reset') ?? '';
  const resetMs = /^\d{13}$/.test(reset) ? Math.max(0, Number(reset) - now) : undefined;
  const asked = (headers && askedMs(headers, now)) ?? inBody ?? resetMs;
  return asked === undefined ? undefined : Math.min(asked, longestMs);
}

function askedMs(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const milliseconds = nonNegative(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const value = headers.get('retry-after');
  const seconds = nonNegative(value);
  if (seconds !== undefined) return seconds * 1000;
  // A bare number is no date, though Date.parse would take "-5" for one.
  if (value === null || !/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function nonNegative(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
