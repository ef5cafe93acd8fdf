import { costOf, priceOf } from '../providers/prices';
import type { ChatRequest } from '../providers/provider';

/** Which price list a call is on: with a base URL none, as the server behind it may be a local one. */
export interface PricedModel {
  /** As in records; the model's own name unless set. */
  readonly name?: string;
  readonly model: string;
  readonly baseUrl?: string;
}

/** The most that a call can cost in US dollars; 0 where its price is not known. */
export function mostItCosts({ model, baseUrl }: PricedModel, request: ChatRequest): number {
  const characters = request.system.length + request.messages.reduce((sum, message) => sum + message.content.length, 0);
  // 1,600 tokens is what a large image costs at most with the providers in use.
  const images = request.messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
  const input = Math.ceil(characters / 3) + images * 1_600 + 200;
  const usage = {
    input,
    output: request.maxOutputTokens,
    cachedInput: 0,
    // All of it may be written to the cache, where that costs more than reading it afresh.
    ...(priceOf(model)?.cacheWrite === undefined ? {} : { cacheWrite: input }),
  };
  return costOf(model, usage, baseUrl) ?? 0;
}
