import { describe, expect, it } from 'vitest';
import { batchPriceFactor, costOf, priceOf, pricesAsOf } from '../../../src/core/providers/prices';

describe('prices', () => {
  it('are dated', () => {
    expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('multiply the fresh input, the cached input and the output', () => {
    const usage = { input: 1_000_000, cachedInput: 400_000, output: 100_000 };
    // gpt-4.1: 0.6 M at $2, 0.4 M at $0.50, 0.1 M at $8.
    expect(costOf('gpt-4.1', usage)).toBeCloseTo(1.2 + 0.2 + 0.8, 12);
  });

  it('charge what Anthropic writes to its cache a quarter more, and others no more than other input', () => {
    const usage = { input: 1_000_000, cachedInput: 300_000, cacheWrite: 500_000, output: 0 };
    // claude-sonnet-4-5: 0.2 M at $3, 0.3 M at $0.30, 0.5 M at $3.75.
    expect(costOf('claude-sonnet-4-5', usage)).toBeCloseTo(0.6 + 0.09 + 1.875, 12);
    expect(costOf('gpt-4.1', usage)).toBeCloseTo(0.7 * 2 + 0.3 * 0.5, 12);
    for (const model of ['claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-1']) {
      const { input = 0, cacheWrite } = priceOf(model) ?? {};
      expect(cacheWrite).toBeCloseTo(1.25 * input, 12);
    }
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
    expect(batchPriceFactor).toBe(0.5);
    for (const model of ['gpt-4.1', 'claude-opus-5'])
      expect(costOf(model, { ...usage, batch: true })).toBeCloseTo(costOf(model, usage)! / 2, 15);
    expect(costOf('gpt-4.1', { ...usage, batch: true }, 'http://localhost:8080/v1')).toBeUndefined();
  });
});
