import type { ModelPrice, Rates } from './modelRow';
import { rowOf, tableAsOf } from './modelFacts';
import type { TokenUsage } from './provider';

export const pricesAsOf = tableAsOf;

/** Half with OpenAI and with Anthropic, for input, cached input and output alike, by the same pages up to the same day. */
const batchPriceFactor = 0.5;

export interface PricedCalls {
  /** How many calls of about the same length the tokens are of: the price of long input is a matter of one call. */
  readonly calls?: number;
  /** ISO date or time at which they were made; the day of the table unless set. */
  readonly at?: string;
  readonly named?: ModelPrice | undefined;
}

/**
 * The price that the user's connection names, else the table's of the standard tier. Built-in prices count at their vendor's own
 * addresses only, since another server may be a local one under a known model's name; a user's own count everywhere.
 */
export function priceOf(model: string, baseUrl?: string, named?: ModelPrice): ModelPrice | undefined {
  return named ?? rowOf(model, baseUrl)?.price;
}

/** US dollars; `undefined` when the price is not known. */
export function costOf(
  model: string,
  usage: TokenUsage,
  baseUrl?: string,
  { calls = 1, at = pricesAsOf, named }: PricedCalls = {},
): number | undefined {
  const price = priceOf(model, baseUrl, named);
  if (price === undefined) return undefined;
  const { cachedInput, cacheWrite = 0 } = usage;
  const rates = ratesAt(price, usage.input / Math.max(1, calls), at);
  const fresh = Math.max(0, usage.input - cachedInput - cacheWrite);
  const dollars =
    fresh * rates.input +
    cachedInput * (rates.cachedInput ?? rates.input) +
    cacheWrite * (rates.cacheWrite ?? rates.input) +
    usage.output * rates.output;
  return (dollars * (usage.batch === true ? batchPriceFactor : 1)) / 1_000_000;
}

function ratesAt(price: ModelPrice, input: number, at: string): Rates {
  // A time of day is later than its day alone, as text too.
  const current = price.change !== undefined && at >= price.change.from ? price.change : price;
  return current.long !== undefined && input > current.long.above ? current.long : current;
}
