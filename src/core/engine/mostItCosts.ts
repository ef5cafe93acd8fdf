import type { ModelPrice } from '../providers/modelRow';
import { costOf, priceOf } from '../providers/prices';
import type { ChatRequest, JsonSchema } from '../providers/provider';
import { mostTokens } from './mostTokens';

/** Which price list a call is on: with a base URL none, as the server behind it may be a local one. */
export interface PricedModel {
  /** As in records; the model's own name unless set. */
  readonly name?: string;
  readonly model: string;
  readonly baseUrl?: string;
  /** What the user's connection says, before any list. */
  readonly price?: ModelPrice;
}

/** The most that a call can cost in US dollars at the prices of a day; 0 where its price is not known. */
export function mostItCosts({ model, baseUrl, price: named }: PricedModel, request: ChatRequest, at?: string): number {
  const price = priceOf(model, baseUrl, named);
  if (price === undefined) return 0;
  const texts = [request.system, ...request.messages.map(({ content }) => content)];
  const schema = request.schema === undefined ? 0 : mostTokensOfSchema(request.schema.json);
  // 1,600 tokens is what a large image costs at most with the providers in use.
  const images = request.messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
  const input = texts.reduce((sum, text) => sum + mostTokens(text), schema) + images * 1_600 + 200;
  const usage = {
    input,
    output: request.maxOutputTokens,
    cachedInput: 0,
    // All of it may be written to the cache, where that costs more than reading it afresh.
    ...(price.cacheWrite === undefined ? {} : { cacheWrite: input }),
  };
  return costOf(model, usage, baseUrl, { at, named }) ?? 0;
}

/** By schema: one is sent with thousands of calls. */
const schemaTokens = new WeakMap<JsonSchema, number>();

function mostTokensOfSchema(schema: JsonSchema): number {
  const known = schemaTokens.get(schema);
  if (known !== undefined) return known;
  const tokens = mostTokens(JSON.stringify(schema));
  schemaTokens.set(schema, tokens);
  return tokens;
}
