import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/core/providers/rateLimitHeaders';

describe('retryAfterMs', () => {
  const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': ' 20 ' }, 20_000],
    [{ 'retry-after-ms': '12.5' }, 12.5],
    [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:30 GMT' }, 0],
    // No wait is longer than a day.
    [{ 'retry-after': '172800' }, 86_400_000],
    [{ 'retry-after': 'Wed, 28 Oct 2026 07:28:00 GMT' }, 86_400_000],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'NaN' }, undefined],
    [{ 'retry-after': 'Infinity' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'in a while' }, undefined],
  ])('reads %j as %s', (headers, expected) => {
    expect(retryAfterMs(new Headers(headers), now)).toBe(expected);
  });
});
