import { describe, expect, it } from 'vitest';
import { formatModelReference, parseModelReference } from '../../../src/core/providers/modelReference';
import { providerRegistry } from '../../../src/core/providers/providerRegistry';

describe('model references', () => {
  it.each([
    ['openai:gpt-4.1-mini', 'openai', 'gpt-4.1-mini'],
    ['openai:llama3.1:8b', 'openai', 'llama3.1:8b'],
    ['openai:meta-llama/Llama-3.1-8B', 'openai', 'meta-llama/Llama-3.1-8B'],
    ['openai:openai:x', 'openai', 'openai:x'],
    ['anthropic:claude-haiku-5-5', 'anthropic', 'claude-haiku-5-5'],
    ['vscode:copilot/gpt-6-luna', 'vscode', 'copilot/gpt-6-luna'],
    ['vscode:openrouter/openai/gpt:free', 'vscode', 'openrouter/openai/gpt:free'],
    ['offline', 'offline', 'default'],
    ['offline:strict', 'offline', 'strict'],
  ])('reads %s and writes it again', (text, provider, model) => {
    expect(parseModelReference(text)).toEqual({ kind: 'reference', provider, model });
    expect(formatModelReference({ provider, model })).toBe(text);
  });

  it('is lenient about spaces around and the case of the provider', () => {
    expect(parseModelReference(' OpenAI: gpt-4.1 ')).toEqual({
      kind: 'reference',
      provider: 'openai',
      model: 'gpt-4.1',
    });
  });

  it.each([
    ['', /no known provider/],
    ['gpt-4.1', /openai:MODEL/],
    ['nobody:large', /no known provider/],
    ['openai', /openai:gpt/],
    ['openai:', /openai:gpt/],
    ['openai:gpt 4', /space/],
    ['vscode', /vscode:VENDOR\/ID/],
    ['vscode:copilot', /vscode:VENDOR\/ID/],
    ['vscode:/gpt', /vscode:VENDOR\/ID/],
    ['vscode:copilot/', /vscode:VENDOR\/ID/],
    ['constructor:x', /no known provider/],
    [`openai:a\u0000b`, /control/],
  ])('says what is wrong with %j', (text, expected) => {
    const reading = parseModelReference(text);
    expect(reading.kind).toBe('problem');
    expect(reading.kind === 'problem' ? reading.problem : '').toMatch(expected);
  });

  it('reads every suggestion', () => {
    const suggested = providerRegistry.flatMap(({ id, suggestions }) => suggestions.map((model) => `${id}:${model}`));
    expect(suggested.length).toBeGreaterThan(4);
    expect(suggested.filter((text) => parseModelReference(text).kind !== 'reference')).toEqual([]);
  });
});
