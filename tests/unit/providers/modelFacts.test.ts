import { describe, expect, it } from 'vitest';
import {
  expectedReasoning,
  factsOf,
  reasoningAllowance,
  refusesTemperature,
} from '../../../src/core/providers/modelFacts';
import { efforts, type Effort } from '../../../src/core/prompt/modelParameters';
import { builtInFamilies } from '../../../src/core/providers/modelFamilies';
import { createRandom } from '../../../src/core/statistics/random';

const room = (model: string, effort?: Effort): number => reasoningAllowance(factsOf('openai', model), effort);

describe('what is known of a model', () => {
  it.each([
    ['gpt-6.2-sol', { reasons: true, temperature: 'never', maxOutputTokens: 128_000, images: true }],
    ['gpt-6-luna', { reasons: true, temperature: 'withoutReasoning', defaultEffort: 'medium' }],
    ['gpt-5.4', { reasons: false, defaultEffort: 'none', temperature: 'withoutReasoning' }],
    ['gpt-5-mini', { reasons: true, temperature: 'never', shutdown: '2026-12-11' }],
    ['gpt-4.1-mini', { reasons: false, temperature: 'always', shutdown: '2027-01-14' }],
    ['gpt-3.5-turbo', { images: false }],
    ['gpt-4-turbo', { images: undefined }],
  ])('of %s', (model, facts) => {
    expect(factsOf('openai', model)).toMatchObject(facts);
  });

  it.each(['gpt-7', 'gpt-10-nova', 'gpt-5.1-codex', 'o5', 'claude-haiku-6', 'openai/gpt-6.3-sol'])(
    'of %s, which is not in the table, is that it most likely reasons',
    (model) => {
      expect(factsOf('openai', model)).toMatchObject({ reasons: true, efforts: [], temperature: 'never' });
      expect(room(model)).toBe(25_000);
      expect(factsOf('openai', model, true)).toMatchObject({ reasons: true });
    },
  );

  it('of others is nothing', () => {
    expect(factsOf('openai', 'my-model')).toEqual({ reasons: undefined, efforts: [], temperature: 'always' });
    expect(room('my-model')).toBe(25_000);
  });

  it('of a temperature at Anthropic itself is that it is refused', () => {
    expect(factsOf('anthropic', 'claude-haiku-4-5').temperature).toBe('never');
    expect(factsOf('anthropic', 'claude-haiku-4-5', true).temperature).toBe('withoutReasoning');
    expect(refusesTemperature(factsOf('openai', 'gpt-6-luna'), undefined)).toBe(true);
    expect(refusesTemperature(factsOf('openai', 'gpt-6-luna'), 'none')).toBe(false);
    expect(refusesTemperature(factsOf('openai', 'gpt-6.1-sol'), 'none')).toBe(true);
    expect(refusesTemperature(factsOf('openai', 'gpt-5.4'), undefined)).toBe(false);
    expect(refusesTemperature(factsOf('openai', 'gpt-5.4'), 'low')).toBe(true);
  });

  it('of price and shutdown is nothing on another server', () => {
    const facts = factsOf('openai', 'gpt-4o', true);
    expect(facts).toMatchObject({ family: 'GPT-4o', price: undefined, shutdown: undefined });
    expect(factsOf('openai', 'gpt-4o')).toMatchObject({ price: { input: 2.5 }, shutdown: '2027-01-14' });
    expect(factsOf('openai', 'ft:gpt-4o-2024-08-06:org::id').price).toBeUndefined();
  });
});

describe('the room for reasoning', () => {
  it.each<[string, Effort | undefined, number]>([
    ['gpt-6-luna', undefined, 25_000],
    ['gpt-6-luna', 'none', 0],
    ['gpt-6-luna', 'low', 4_000],
    ['gpt-6-luna', 'high', 32_000],
    ['gpt-6-luna', 'max', 64_000],
    ['gpt-5-mini', 'minimal', 4_000],
    // It cannot leave out reasoning, so the server refuses that and the model does as ever.
    ['gpt-6.1-sol', 'none', 25_000],
    ['gpt-5.4', undefined, 0],
    ['gpt-5.4', 'xhigh', 64_000],
    ['gpt-4.1', undefined, 0],
    ['gpt-4.1', 'high', 0],
    ['claude-opus-5-5', undefined, 25_000],
    ['claude-sonnet-5-5', undefined, 32_000],
    ['claude-opus-4-8', undefined, 0],
    ['qwen3:8b', undefined, 32_768],
    ['qwen3:8b', 'none', 0],
    ['gpt-oss:20b', 'low', 32_768],
    ['llama3.1:8b', undefined, 0],
    ['gemma4:12b', undefined, 0],
    ['gemma4:12b', 'high', 32_768],
    ['gemini-2.5-flash-lite', undefined, 0],
  ])('of %s at effort %s is %i', (model, effort, tokens) => {
    expect(room(model, effort)).toBe(tokens);
  });

  it('is within what a model can write, and what is expected within the room', () => {
    expect(reasoningAllowance({ ...factsOf('openai', 'gpt-6-luna'), maxOutputTokens: 10_000 }, 'max')).toBe(10_000);
    for (const [api, rows] of Object.entries(builtInFamilies))
      for (const { models } of rows)
        for (const effort of [undefined, ...efforts]) {
          const facts = factsOf(api, models[0] ?? '');
          const { low, high } = expectedReasoning(facts, effort);
          expect(low).toBeLessThanOrEqual(high);
          expect(high).toBeLessThanOrEqual(reasoningAllowance(facts, effort));
        }
  });
});

describe('the reasoning to expect', () => {
  it.each([350, 1_400, 6_000])('holds log-normal tokens with a median of %i on average over 38 calls', (median) => {
    const { low, high } = expectedReasoning(factsOf('openai', 'gpt-6-luna'), undefined);
    const random = createRandom('hidden tokens');
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const means = Array.from({ length: 1_000 }, () => {
      const tokens = Array.from({ length: 38 }, () => median * Math.exp(normal()));
      return tokens.reduce((sum, one) => sum + one, 0) / tokens.length;
    });
    expect(means.filter((mean) => mean >= low && mean <= high).length).toBeGreaterThanOrEqual(950);
  });

  it('is none where there is none, and from none on where that is not known', () => {
    expect(expectedReasoning(factsOf('openai', 'gpt-4.1'), undefined)).toEqual({ low: 0, high: 0 });
    expect(expectedReasoning(factsOf('openai', 'my-model'), undefined)).toEqual({ low: 0, high: 15_000 });
    expect(expectedReasoning(factsOf('openai', 'gpt-6-luna'), undefined).low).toBeGreaterThan(0);
  });
});
