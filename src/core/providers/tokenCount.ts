import * as z from 'zod';
import type { TokenUsage } from './provider';

/** More tokens than any model reads or writes in one call. */
const most = 100_000_000;

/** A number of tokens as a server counts them. One beyond all sense says nothing, and would spoil every sum that it is in. */
export const tokenCount = z.number().nonnegative().max(most);

/** Tokens of a call, without the members that say nothing where they are 0. */
export function countedTokens({
  input,
  output,
  cachedInput,
  reasoning,
  cacheWrite,
}: Required<Omit<TokenUsage, 'batch'>>): TokenUsage {
  return {
    input,
    output,
    cachedInput,
    ...(reasoning > 0 ? { reasoning } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
  };
}
