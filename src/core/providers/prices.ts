import { isOwnServer } from './apiAddresses';
import type { TokenUsage } from './provider';

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Absent where there is no discount for cached input. */
  readonly cachedInput?: number;
  /** Of input that is written to the provider's cache; absent where that costs what other input does. */
  readonly cacheWrite?: number;
  readonly output: number;
}

/** The day these prices were last gathered for; prices change without notice, so whoever shows a cost shows this date. */
export const pricesAsOf = '2026-10-16';

/**
 * What a call costs in a batch, as a share of the price of a single one: half with OpenAI and with Anthropic, for input,
 * cached input and output alike, by the same pages up to the same day.
 */
export const batchPriceFactor = 0.5;

/**
 * Standard tier, text. The GPT-6 and Claude rows follow published readings of developers.openai.com/api/docs/pricing and
 * platform.claude.com/docs/en/about-claude/pricing up to that day; rows of older OpenAI models are their list prices of
 * 2025 and early 2026. Input that Anthropic writes to its cache for five minutes, the kind that is asked for here, costs a quarter more. A model that is not here has no known price; that is not the same as costing nothing.
 */
const priceTable: Readonly<Record<string, ModelPrice>> = {
  // GPT-6 up to 272,000 tokens of input a call; longer ones cost more.
  'gpt-6.1-sol': { input: 2, cachedInput: 0.1, output: 10 },
  'gpt-6-sol': { input: 2, cachedInput: 0.2, output: 10 },
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, output: 0.5 },
  'gpt-5.4': { input: 2.5, cachedInput: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cachedInput: 0.075, output: 4.5 },
  'gpt-5.1': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
  'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cachedInput: 0.025, output: 0.4 },
  'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'gpt-4o-2024-05-13': { input: 5, output: 15 },
  'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  o3: { input: 2, cachedInput: 0.5, output: 8 },
  'o3-mini': { input: 1.1, cachedInput: 0.55, output: 4.4 },
  'o4-mini': { input: 1.1, cachedInput: 0.275, output: 4.4 },
  'claude-fable-5-1': { input: 10, cachedInput: 0.25, cacheWrite: 12.5, output: 50 },
  'claude-opus-5-5': { input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 },
  'claude-opus-5': { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-8': { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-7': { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-6': { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-5': { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-sonnet-5-5': { input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 },
  'claude-sonnet-5': { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 },
  'claude-sonnet-4-6': { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  'claude-sonnet-4-5': { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  // Haiku 5.5 up to 100,000 tokens of input a call; longer ones cost five times as much.
  'claude-haiku-5-5': { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
  'claude-haiku-4-5': { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 },
};

/** A snapshot's date as OpenAI (`-2024-08-06`) and Anthropic (`-20251001`) write it. */
const snapshotDate = /-(\d{4}-\d{2}-\d{2}|\d{8})$/;

/** The price of a model by its exact name, or of the model that a dated snapshot belongs to. */
export function priceOf(model: string): ModelPrice | undefined {
  return ownPrice(model) ?? ownPrice(model.replace(snapshotDate, ''));
}

/**
 * US dollars for these tokens; `undefined` when the price is not known. Usage of a batch is at the price of batches. With a `baseUrl` other than the provider's own nothing is priced, since the server behind it may be a local one under a known model's name. The price that a user's connection names goes before the list.
 */
export function costOf(model: string, usage: TokenUsage, baseUrl?: string, named?: ModelPrice): number | undefined {
  const price = named ?? (isOwnServer(baseUrl) ? priceOf(model) : undefined);
  if (price === undefined) return undefined;
  const { cacheWrite = 0 } = usage;
  const fresh = Math.max(0, usage.input - usage.cachedInput - cacheWrite);
  const dollars =
    fresh * price.input +
    usage.cachedInput * (price.cachedInput ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    usage.output * price.output;
  return (dollars * (usage.batch === true ? batchPriceFactor : 1)) / 1_000_000;
}

function ownPrice(model: string): ModelPrice | undefined {
  return Object.hasOwn(priceTable, model) ? priceTable[model] : undefined;
}
