type Named = Pick<Headers, 'get'>;

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** `1s`, `6m0s`, `20ms`, `1h2m3.5s`; never negative. */
export function durationMs(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[dhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trim()) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
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
