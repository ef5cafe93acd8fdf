import { describe, expect, it } from 'vitest';
import { contextWasCut, asSent, lacksHeadroom, withMoreHeadroom } from '../../../src/core/run/modelEndpoint';
import type { ModelFacts } from '../../../src/core/providers/modelFacts';
import type { ChatReply, ChatRequest, TokenUsage } from '../../../src/core/providers/provider';

const request: ChatRequest = {
  model: 'm',
  system: 'Teach.',
  messages: [{ role: 'user', content: 'Hi' }],
  temperature: 0,
  maxOutputTokens: 1_000,
  repeat: 0,
  simulation: { seed: '', run: () => '' },
};
const plain: ModelFacts = { reasons: false, efforts: [], temperature: 'always' };
const thinker: ModelFacts = { ...plain, reasons: true, maxOutputTokens: 20_000 };

function cut(text: string, usage?: Partial<TokenUsage>): ChatReply {
  return { text, finish: 'length', ...(usage && { usage: { input: 1, output: 0, cachedInput: 0, ...usage } }) };
}

describe('the ceiling of a request', () => {
  it('is the length of the answer where the model does not reason', () => {
    expect(asSent(request, { facts: plain })).toEqual(request);
  });

  it('holds room for reasoning on top, up to what the model may write', () => {
    const { maxOutputTokens } = asSent(request, { facts: { ...thinker, maxOutputTokens: 1_000_000 } });
    expect(maxOutputTokens).toBeGreaterThan(10_000);
    expect(asSent(request, { facts: thinker }).maxOutputTokens).toBe(20_000);
  });

  it('follows what the user set, as do temperature, effort and what one server alone knows', () => {
    const parameters = { effort: 'none', temperature: 0.7, maxTokens: 300, extra: { top_k: 5 } } as const;
    expect(asSent(request, { facts: thinker, parameters })).toEqual({
      ...request,
      temperature: 0.7,
      maxOutputTokens: 300,
      effort: 'none',
      extra: { top_k: 5 },
    });
  });

  it('grows once, unless the model may write no more', () => {
    expect(withMoreHeadroom(request, { facts: plain })?.maxOutputTokens).toBe(128_000);
    expect(withMoreHeadroom({ ...request, maxOutputTokens: 5_000 }, { facts: thinker })?.maxOutputTokens).toBe(20_000);
    expect(withMoreHeadroom({ ...request, maxOutputTokens: 20_000 }, { facts: thinker })).toBeUndefined();
  });
});

describe('an answer that ended at the ceiling', () => {
  it.each([
    ['said nothing', cut('')],
    ['was still reasoning aloud', cut('<think>\nThe student wants')],
    ['had less room than it may have', cut('So the first', { output: 900, reasoning: 700 })],
    ['had less room than nobody counted', cut('So the first', { output: 900 })],
  ])('%s: lacks room', (_, reply) => {
    expect(lacksHeadroom(reply, 1_000)).toBe(true);
  });

  it.each([
    ['is as long as it may be', cut('x'.repeat(4_000), { output: 1_700, reasoning: 700 })],
    ['ended by itself', { ...cut(''), finish: 'stop' as const }],
  ])('%s: is an answer', (_, reply) => {
    expect(lacksHeadroom(reply, 1_000)).toBe(false);
  });
});

describe('a context that is too small', () => {
  const words = (count: number): ChatRequest => ({ ...request, system: 'word '.repeat(count) });
  const read = (input: number): TokenUsage => ({ input, output: 1, cachedInput: 0 });

  it('shows in fewer tokens than there are words', () => {
    expect(contextWasCut(words(3_000), read(2_048))).toBe(true);
    expect(contextWasCut(words(3_000), read(2_990))).toBe(true);
    expect(contextWasCut(words(3_000), read(3_010))).toBe(false);
    // What stands in a cache is left out by some servers.
    expect(contextWasCut(words(3_000), read(40), 3_500)).toBe(false);
  });

  it('is not found in short texts, in texts without spaces, or where nothing was counted', () => {
    expect(contextWasCut(words(500), read(10))).toBe(false);
    expect(contextWasCut({ ...request, system: '学'.repeat(9_000) }, read(4_000))).toBe(false);
    expect(contextWasCut(words(3_000), read(0))).toBe(false);
    expect(contextWasCut(words(3_000), undefined)).toBe(false);
  });
});
