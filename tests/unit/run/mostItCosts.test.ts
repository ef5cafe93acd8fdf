import { describe, expect, it } from 'vitest';
import { mostItCosts } from '../../../src/core/run/budget';
import type { ChatRequest } from '../../../src/core/providers/provider';

const empty: ChatRequest = {
  model: 'gpt-4o',
  system: '',
  messages: [],
  maxOutputTokens: 0,
  repeat: 0,
  simulation: { seed: '', run: () => '' },
};

/** Input tokens that are set aside, at 2.50 dollars a million, beyond those of an empty call. */
function tokens(change: Partial<ChatRequest>): number {
  const usd = (request: ChatRequest): number => mostItCosts({ model: 'gpt-4o' }, request);
  return Math.round(((usd({ ...empty, ...change }) - usd(empty)) * 1_000_000) / 2.5);
}

describe('the most that a call can cost', () => {
  it('counts a token for three characters of ASCII, and one for each byte of all else', () => {
    expect(tokens({ system: 'abcdef' })).toBe(2);
    expect(tokens({ messages: [{ role: 'user', content: 'abcdefg' }] })).toBe(3);
    // Three bytes a character in Tamil, four for the emoji.
    expect(tokens({ system: 'தமிழ்' })).toBe(15);
    expect(tokens({ system: 'abc👍' })).toBe(5);
    expect(tokens({ system: '\ud800' })).toBe(3);
  });

  it('counts the schema of the answer', () => {
    const json = { type: 'object', properties: { verdict: { type: 'string' } } };
    expect(tokens({ schema: { name: 'verdict', json } })).toBe(Math.ceil(JSON.stringify(json).length / 3));
  });

  it('is nothing where no price is known', () => {
    expect(mostItCosts({ model: 'mine' }, empty)).toBe(0);
    expect(mostItCosts({ model: 'gpt-4o', baseUrl: 'http://localhost:1/v1' }, empty)).toBe(0);
  });
});
