import type { ModelPrice, Rates } from './modelRow';
import { rowOf, tableAsOf } from './modelFacts';
import type { TokenUsage } from './provider';

export const pricesAsOf = tableAsOf;

/** OpenAI and Anthropic charge half for input, cached input and output alike, by the pages of the price table. */
const batchPriceFactor = 0.5;

export interface PricedCalls {
  /** Calls of similar length that the tokens come from, because long-input prices apply to each call. */
  readonly calls?: number;
  /** ISO date or time of the calls; the day of the table unless set. */
  readonly at?: string;
  readonly named?: ModelPrice | undefined;
}

/** The user's price, else the table's standard tier, which holds only at the vendor's own addresses. */
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
  // As text, a time sorts after its day alone, so comparing strings works.
  const current = price.change !== undefined && at >= price.change.from ? price.change : price;
  const { long } = current;
  const rates: Rates = long !== undefined && usage.input / Math.max(1, calls) > long.above ? long : current;
  const fresh = Math.max(0, usage.input - cachedInput - cacheWrite);
  const dollars =
    fresh * rates.input +
    cachedInput * (rates.cachedInput ?? rates.input) +
    cacheWrite * (rates.cacheWrite ?? rates.input) +
    usage.output * rates.output;
  return (dollars * (usage.batch === true ? batchPriceFactor : 1)) / 1_000_000;
}
