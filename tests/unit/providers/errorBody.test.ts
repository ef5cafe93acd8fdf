import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../../src/core/providers/errorBody';
import { judgeFailure } from '../../../src/core/providers/failureMessage';
import { statusFailure } from '../../../src/core/providers/sdkFailure';

describe('readErrorBody', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it.each<[string, unknown, object]>([
    [
      'OpenAI',
      { error: { message: 'No.', type: 't', param: 'p', code: 'c' } },
      { text: 'No.', signs: ['t', 'c'], param: 'p' },
    ],
    ['Gemini, in a list', [{ error: { code: 400, message: 'No.', status: 'BAD' } }], { text: 'No.', code: '400' }],
    ['Mistral', { object: 'error', message: 'Rate limit exceeded', code: '1300' }, { text: 'Rate limit exceeded' }],
    [
      'Mistral, which refuses a member',
      { message: { detail: [{ loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs' }] } },
      { text: 'max_completion_tokens: Extra inputs', param: 'max_completion_tokens' },
    ],
    [
      'Mistral, as JSON in the message',
      { message: '{"detail":[{"loc":["body","response_format","type"],"msg":"No"}]}', param: null },
      { text: 'response_format.type: No', param: 'response_format.type' },
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'temperature'], msg: 'Extra' }] }, { param: 'temperature' }],
    ['FastAPI, in words', { detail: 'Not Found' }, { text: 'Not Found' }],
    ['Azure', { statusCode: 429, message: 'Rate limit is exceeded.' }, { text: 'Rate limit is exceeded.' }],
    ['Ollama', { error: 'model not found' }, { text: 'model not found' }],
    [
      'OpenRouter, with the words of the provider behind it',
      { error: { message: 'Provider returned error', code: 429, metadata: { raw: 'slow down', provider_name: 'X' } } },
      { text: 'X: slow down', code: '429', status: 429 },
    ],
    [
      'OpenRouter, with JSON of the provider behind it',
      { error: { message: 'P', metadata: { raw: '{"error":{"message":"No.","param":"input"}}', provider_name: 'X' } } },
      { text: 'X: No.', param: 'input' },
    ],
    [
      'LiteLLM, with words behind the JSON',
      { error: { message: '{"error":{"message":"max_tokens: 9 > 4"}}. Received Model Group=x', param: 'None' } },
      { text: 'max_tokens: 9 > 4', param: undefined },
    ],
    ['a page', '<html><head><title>502 Bad Gateway</title>', { text: 'a web page with the title "502 Bad Gateway"' }],
    ['a page without a title', '<html></html>', { text: 'a web page' }],
    ['plain text', 'Internal Server Error', { text: 'Internal Server Error' }],
  ])('reads that of %s', (_server, body, expected) => {
    const asText = typeof body === 'string' ? body : JSON.stringify(body);
    for (const form of [body, asText]) expect(readErrorBody(form)).toMatchObject(expected);
  });

  it.each(['', 7, null, '{"error":{"mess', '{}', '[]', '{"error":null}'])('finds no words in %j', (body) => {
    expect(readErrorBody(body).text).toBeUndefined();
  });

  it.each<[string, unknown, number | undefined]>([
    ['retryDelay', { error: { details: [{ retryDelay: '37s' }] } }, 37_000],
    ['minutes', { message: 'Please try again in 9m38.016s. Need more?' }, 578_016],
    ['milliseconds', { message: 'Please try again in 644ms. Visit' }, 644],
    ['seconds in words', { message: 'Please retry after 7 seconds.' }, 7_000],
    ['a number of seconds', { message: 'Please retry in 45.5s.' }, 45_500],
    ['no time', { message: 'Try again in a while' }, undefined],
    ['another sentence', { message: 'Retry 5 times' }, undefined],
  ])('reads a wait in %s', (_form, body, waitMs) => {
    expect(readErrorBody(body).waitMs).toBe(waitMs);
  });

  it('takes no sign from what repeats the request', () => {
    const { signs } = readErrorBody({ detail: [{ input: { type: 'insufficient_quota' }, type: 'extra' }] });
    expect(signs).toEqual(['extra']);
  });

  it.each<[string, number, string, string]>([
    ['of the minute at Gemini', 429, 'You exceeded your current quota, please check your plan', 'rateLimit'],
    ['that is zero at Gemini', 429, 'You exceeded your current quota. limit: 0, model: x', 'quota'],
    ['of ten at Gemini', 429, 'You exceeded your current quota. limit: 10, model: x', 'rateLimit'],
  ])('a quota %s is %s', (_what, status, message, kind) => {
    expect(judgeFailure(statusFailure(status, [{ error: { message } }], undefined, now)).kind).toBe(kind);
  });

  it('believes an end of a limit in milliseconds since 1970, on the same day only', () => {
    const reset = (ms: number): string =>
      judgeFailure(statusFailure(429, '', new Headers({ 'x-ratelimit-reset': String(now + ms) }), now)).kind;
    expect([reset(20_000), reset(9 * 3_600_000)]).toEqual(['rateLimit', 'quota']);
  });
});
