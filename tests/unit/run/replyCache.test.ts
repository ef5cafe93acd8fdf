import { describe, expect, it } from 'vitest';
import { cacheKey } from '../../../src/core/run/replyCache';
import type { ChatRequest } from '../../../src/core/providers/provider';

const request: ChatRequest = {
  model: 'm',
  system: 'Judge the reply.',
  messages: [{ role: 'user', content: 'What is 3 × 4?' }],
  temperature: 0,
  maxOutputTokens: 400,
  schema: { name: 'verdict', json: { type: 'object', properties: { label: { enum: ['Yes', 'No'] } } } },
  repeat: 0,
  simulation: { seed: '', run: () => '' },
};
const key = (changed: Partial<ChatRequest> = {}, endpoint = 'openai:'): string =>
  cacheKey(endpoint, { ...request, ...changed });

describe('the key of a call', () => {
  it('is the same for the same content, whatever objects hold it', () => {
    const { simulation, ...plainData } = request;
    expect(cacheKey('openai:', { ...structuredClone(plainData), simulation })).toBe(key());
  });

  it('differs with everything that shapes the answer', () => {
    const { schema, temperature, ...plain } = request;
    const keys = [
      key(),
      key({}, 'openai:http://localhost:1234/v1'),
      key({ model: 'n' }),
      key({ system: 'Judge the reply!' }),
      key({ messages: [{ role: 'assistant', content: 'What is 3 × 4?' }] }),
      key({ messages: [...request.messages, ...request.messages] }),
      key({ temperature: 1 }),
      cacheKey('openai:', { ...plain, ...(schema === undefined ? {} : { schema }) }),
      key({ maxOutputTokens: 401 }),
      key({ schema: { name: 'other', json: request.schema?.json ?? {} } }),
      key({ schema: { name: 'verdict', json: { type: 'object' } } }),
      cacheKey('openai:', { ...plain, ...(temperature === undefined ? {} : { temperature }) }),
      key({ repeat: 1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('stays the same however many other texts were asked about in between', () => {
    const before = key();
    const others = Array.from({ length: 300 }, (_, place) => key({ system: `Context ${place}` }));
    expect(new Set(others).size).toBe(300);
    expect(key()).toBe(before);
  });
});
