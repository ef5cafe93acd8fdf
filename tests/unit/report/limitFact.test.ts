import { describe, expect, it } from 'vitest';
import { limitFact } from '../../../src/core/results/headerFacts';

const openai = { provider: 'openai', low: 8, high: 64, cuts: 3 };
const local = { provider: 'openai', baseUrl: 'http://localhost:1/v1', low: 8, high: 16, cuts: 0 };

describe('the fact about calls in flight', () => {
  it('says between which numbers, and how often a rate limit cut it', () => {
    expect(limitFact(openai)).toBe('8 to 64, cut 3 times by rate limits or time-outs');
    expect(limitFact({ ...openai, cuts: 1 })).toBe('8 to 64, cut 1 time by rate limits or time-outs');
    expect(limitFact(local)).toBe('8 to 16');
  });

  it('names the server where there are several', () => {
    expect(limitFact(openai, [openai, local])).toMatch(/^openai: 8 to 64/);
    expect(limitFact(local, [openai, local])).toBe('openai at http://localhost:1/v1: 8 to 16');
  });
});
