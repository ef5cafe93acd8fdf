import { afterEach, describe, expect, it } from 'vitest';
import { efforts } from '../../../src/core/prompt/modelParameters';
import { factsOf, rowOf, tableAsOf, useOwnModels } from '../../../src/core/providers/modelFacts';
import type { Rates } from '../../../src/core/providers/modelRow';
import { builtInFamilies } from '../../../src/core/providers/modelFamilies';
import { costOf } from '../../../src/core/providers/prices';

const rows = Object.values(builtInFamilies).flat();

afterEach(() => useOwnModels([]));

describe('the table of models', () => {
  it('shadows no row by one before it', () => {
    for (const row of rows)
      for (const name of row.models) expect(rowOf(name.replaceAll('*', 'x'))?.models, name).toBe(row.models);
    const names = rows.flatMap(({ models }) => models);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has prices that can be true, and orders of effort', () => {
    const check = (rates: Rates, name: string): void => {
      expect(rates.input, name).toBeGreaterThan(0);
      expect(rates.output, name).toBeGreaterThanOrEqual(rates.input);
      expect(rates.cachedInput ?? rates.input, name).toBeLessThanOrEqual(rates.input);
      expect(rates.cacheWrite ?? rates.input, name).toBeGreaterThanOrEqual(rates.input);
    };
    expect(rows.filter(({ price }) => price !== undefined).length).toBeGreaterThan(60);
    for (const { family, price, efforts: taken = [], defaultEffort, shutdown } of rows) {
      expect(
        [...taken].sort((left, right) => efforts.indexOf(left) - efforts.indexOf(right)),
        family,
      ).toEqual(taken);
      if (defaultEffort !== undefined) expect(taken, family).toContain(defaultEffort);
      if (shutdown !== undefined) expect(shutdown, family).toMatch(/^20\d\d-\d\d-\d\d$/);
      if (price === undefined) continue;
      check(price, family);
      if (price.change !== undefined) check(price.change, family);
      for (const { long, input, output } of [price, ...(price.change === undefined ? [] : [price.change])]) {
        if (long === undefined) continue;
        check(long, family);
        expect(long.input, family).toBeGreaterThan(input);
        expect(long.output, family).toBeGreaterThan(output);
      }
    }
  });

  it('says where each row is from, and up to which day', () => {
    expect(tableAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const { source, family } of rows) expect(source, family).not.toBe('');
  });

  it.each([
    ['gpt-6-luna-2026-09-22', 'GPT-6 Luna'],
    ['openai/gpt-6-luna', 'GPT-6 Luna'],
    ['openai/gpt-6-luna:free', 'GPT-6 Luna'],
    ['ft:gpt-4.1-mini-2025-04-14:org::id', 'GPT-4.1 mini'],
    ['gpt-4o-2024-05-13', 'GPT-4o of May 2024'],
    ['gpt-4o-2024-08-06', 'GPT-4o'],
    ['gpt-4-0613', 'GPT-4'],
    ['gpt-5.6', 'GPT-5.6 Sol'],
    ['o1-mini', 'o1 preview'],
    ['claude-haiku-4-5-20251001', 'Claude Haiku 4.5'],
    ['anthropic/claude-haiku-5.5', 'Claude Haiku 5.5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5'],
    ['claude-opus-5@20260724', 'Claude Opus 5'],
    ['models/gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite'],
    ['gemini-3.1-pro-preview', 'Gemini 3.1 Pro'],
    ['magistral-small-latest', 'Magistral Small'],
    ['qwen3:8b', 'Qwen3'],
    ['Qwen/Qwen3-8B', 'Qwen3'],
    ['hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M', 'Qwen3'],
    ['qwen3.6-35b-a3b', 'Qwen3'],
    ['Qwen/Qwen3-4B-Instruct-2507', 'Qwen3 Instruct'],
    ['qwen3-30b-a3b-thinking-2507', 'Qwen3'],
    ['gpt-oss:20b', 'gpt-oss'],
    ['openai/gpt-oss-120b', 'gpt-oss'],
    ['deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'DeepSeek R1'],
    ['zai-org/GLM-4.6', 'GLM 4.5 and later'],
    ['microsoft/Phi-4-mini-reasoning', 'Phi-4 reasoning'],
    ['phi4:14b', 'Llama, Gemma, Mistral, Phi'],
    ['llama3.1:8b', 'Llama, Gemma, Mistral, Phi'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'Llama, Gemma, Mistral, Phi'],
    ['nvidia/Llama-3.1-Nemotron-70B', 'Nemotron'],
    ['gemma3:4b', 'Llama, Gemma, Mistral, Phi'],
    ['gemma4:12b', 'Gemma 4'],
    ['grok-4.7', 'Grok 4.7'],
    ['gpt-6-lunatic', undefined],
    ['gpt-6.1-solo', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('knows %j as %j', (name, family) => {
    expect(rowOf(name)?.family).toBe(family);
  });
});

describe('a user’s own rows', () => {
  const luna = { models: ['gpt-6-luna'], price: { input: 7, output: 9 } };

  it('win over built-in ones and leave what they do not say', () => {
    useOwnModels([luna]);
    expect(factsOf('openai', 'gpt-6-luna')).toMatchObject({ price: luna.price, defaultEffort: 'medium' });
    expect(costOf('gpt-6-luna-2026-09-22', { input: 1e6, cachedInput: 0, output: 0 })).toBe(7);
  });

  it('price a model on a server of one’s own, which no built-in row does', () => {
    const usage = { input: 1e6, cachedInput: 0, output: 1e6 };
    const server = 'http://localhost:11434/v1';
    expect(costOf('gpt-6-luna', usage, server)).toBeUndefined();
    useOwnModels([luna, { models: ['qwen/*'], price: { input: 0, output: 0 } }]);
    expect(costOf('gpt-6-luna', usage, server)).toBe(16);
    expect(costOf('Qwen/Qwen3-8B', usage, server)).toBe(0);
    expect(costOf('qwen3:8b', usage, server)).toBeUndefined();
  });
});
