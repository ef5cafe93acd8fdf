import { describe, expect, it } from 'vitest';
import { costOf, priceOf, pricesAsOf } from '../../../src/core/providers/prices';

describe('prices', () => {
  it('are dated', () => {
    expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('multiply the fresh input, the cached input and the output', () => {
    const usage = { input: 1_000_000, cachedInput: 400_000, output: 100_000 };
    // gpt-4.1: 0.6 M at $2, 0.4 M at $0.50, 0.1 M at $8.
    expect(costOf('gpt-4.1', usage)).toBeCloseTo(1.2 + 0.2 + 0.8, 12);
  });

  it('charge what is written to the cache of Anthropic and of GPT-5.6 and later a quarter more, and older ones no more', () => {
    const usage = { input: 1_000_000, cachedInput: 300_000, cacheWrite: 500_000, output: 0 };
    // claude-sonnet-4-5: 0.2 M at $3, 0.3 M at $0.30, 0.5 M at $3.75.
    expect(costOf('claude-sonnet-4-5', usage, undefined, { calls: 10 })).toBeCloseTo(0.6 + 0.09 + 1.875, 12);
    expect(costOf('gpt-4.1', usage)).toBeCloseTo(0.7 * 2 + 0.3 * 0.5, 12);
    for (const model of ['claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-1', 'gpt-6-luna', 'gpt-6.2-sol']) {
      const { input = 0, cacheWrite } = priceOf(model) ?? {};
      expect(cacheWrite).toBeCloseTo(1.25 * input, 12);
    }
  });

  it('are those of long input for a whole call whose input is long, by the call and not by the sum', () => {
    const usage = { input: 272_001, cachedInput: 100_000, cacheWrite: 72_001, output: 1_000 };
    // gpt-6.2-sol beyond 272,000 tokens: $4, cached $0.20, written $5, output $15.
    const long = (100_000 * 4 + 100_000 * 0.2 + 72_001 * 5 + 1_000 * 15) / 1e6;
    expect(costOf('gpt-6.2-sol', usage)).toBeCloseTo(long, 12);
    const short = (100_000 * 2 + 100_000 * 0.1 + 72_001 * 2.5 + 1_000 * 10) / 1e6;
    expect(costOf('gpt-6.2-sol', usage, undefined, { calls: 2 })).toBeCloseTo(short, 12);
    expect(costOf('gpt-6-luna', { input: 272_000, cachedInput: 0, output: 0 })).toBeCloseTo(0.0272, 12);
    expect(costOf('claude-haiku-5-5', { input: 100_001, cachedInput: 100_001, output: 0 })).toBeCloseTo(0.00500005, 12);
    expect(costOf('gpt-5.1', { ...usage, cacheWrite: 0 })).toBeLessThan(
      costOf('gpt-5.4', { ...usage, cacheWrite: 0 })!,
    );
  });

  it('are those of the day of the call', () => {
    const usage = { input: 1_000, cachedInput: 1_000, output: 0 };
    const cost = (at: string): number | undefined => costOf('claude-sonnet-5-5', usage, undefined, { at });
    expect(cost('2026-10-06T23:59:59Z')).toBeCloseTo(0.0002, 12);
    expect(cost('2026-10-07T00:00:00Z')).toBeCloseTo(0.0001, 12);
    expect(costOf('claude-sonnet-5-5', usage)).toBeCloseTo(0.0001, 12);
  });

  it('count at the addresses of their vendors alone', () => {
    const usage = { input: 1_000_000, cachedInput: 0, output: 0 };
    const google = 'https://generativelanguage.googleapis.com/v1beta/openai/';
    expect(costOf('gemini-3.5-flash', usage, google)).toBeCloseTo(1.5, 12);
    expect(costOf('models/gemini-4-argon', usage, google, { at: '2026-12-01' })).toBeCloseTo(4, 12);
    expect(costOf('gemini-3.5-flash', usage)).toBeUndefined();
    expect(costOf('gemini-3.5-flash', usage, 'https://api.mistral.ai/v1')).toBeUndefined();
    expect(costOf('gpt-6-luna', usage, google)).toBeUndefined();
    expect(costOf('qwen3:8b', usage)).toBeUndefined();
  });

  it('charge cached input in full where there is no discount', () => {
    expect(costOf('gpt-4o-2024-05-13', { input: 1000, cachedInput: 1000, output: 0 })).toBeCloseTo(0.005, 12);
  });

  it.each([
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ])('take %s for a snapshot of %s', (snapshot, alias) => {
    expect(priceOf(snapshot)).toEqual(priceOf(alias));
    expect(priceOf(alias)).toBeDefined();
  });

  it('know a snapshot that has a price of its own', () => {
    expect(priceOf('gpt-4o-2024-05-13')).not.toEqual(priceOf('gpt-4o'));
  });

  it.each([
    'gpt-4o-audio-preview',
    'gpt-4o-mini-tts',
    'gpt-4',
    'o',
    'gpt-4o-',
    'x-gpt-4o',
    'llama3.1:8b',
    'toString',
    '',
    'claude-haiku',
  ])('have none for %j', (model) => {
    expect(costOf(model, { input: 10, cachedInput: 0, output: 10 })).toBeUndefined();
  });

  it('are never those of a known name on another server', () => {
    expect(costOf('gpt-4o', { input: 10, cachedInput: 0, output: 10 }, 'http://localhost:8080/v1')).toBeUndefined();
  });

  it('never fall below zero for odd usage', () => {
    expect(costOf('gpt-4o', { input: 0, cachedInput: 0, output: 0 })).toBe(0);
    expect(costOf('gpt-4o', { input: 5, cachedInput: 10, output: 0 })).toBeCloseTo((10 * 1.25) / 1e6, 15);
  });

  it('are half in a batch, of fresh input, cached input and output alike', () => {
    const usage = { input: 1_000, cachedInput: 400, output: 100 };
    for (const model of ['gpt-4.1', 'claude-opus-5'])
      expect(costOf(model, { ...usage, batch: true })).toBeCloseTo(costOf(model, usage)! / 2, 15);
    expect(costOf('gpt-4.1', { ...usage, batch: true }, 'http://localhost:8080/v1')).toBeUndefined();
  });
});
