import * as z from 'zod';
import type { ModelPrice } from './prices';

const dollars = z.number().nonnegative();

/** A price that a user names, in US dollars per million tokens. */
export const modelPriceSchema: z.ZodType<ModelPrice> = z.strictObject({
  input: dollars,
  cachedInput: dollars.optional(),
  cacheWrite: dollars.optional(),
  output: dollars,
});
