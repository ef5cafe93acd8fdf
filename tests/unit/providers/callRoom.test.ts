import { describe, expect, it } from 'vitest';
import { callHeadroom } from '../../../src/core/providers/rateLimitHeaders';

const now = Date.UTC(2026, 2, 1);

describe('the room that is left', () => {
  it.each<[string, Record<string, string>, ReturnType<typeof callHeadroom>]>([
    ['nothing', {}, undefined],
    [
      'OpenAI’s calls',
      { 'x-ratelimit-remaining-requests': '59', 'x-ratelimit-reset-requests': '1s' },
      { remaining: 59, resetMs: 1_000 },
    ],
    [
      'OpenAI’s tokens, where there are none left',
      {
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6m0.5s',
      },
      { remaining: 0, resetMs: 360_500 },
    ],
    [
      'the longer of two waits',
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '2m',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '20ms',
      },
      { remaining: 0, resetMs: 120_000 },
    ],
    [
      'Anthropic’s calls',
      {
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-03-01T00:00:07Z',
      },
      { remaining: 0, resetMs: 7_000 },
    ],
    [
      'a time that is over',
      {
        'anthropic-ratelimit-requests-remaining': '3',
        'anthropic-ratelimit-requests-reset': '2026-02-28T00:00:00Z',
      },
      { remaining: 3, resetMs: 0 },
    ],
    ['no number', { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': '1s' }, undefined],
    ['no time', { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': 'soon' }, undefined],
    [
      'a time with more behind it',
      { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': '1s!' },
      undefined,
    ],
  ])('is read: %s', (_, headers, room) => {
    expect(callHeadroom(new Headers(headers), now)).toEqual(room);
  });
});
