import * as z from 'zod';
import { efforts } from '../prompt/modelParameters';

const dollars = z.number().nonnegative();
const day = z.iso.date();

const rates = z.strictObject({
  input: dollars,
  /** Absent without a discount for cached input. */
  cachedInput: dollars.optional(),
  /** Price of input written to the provider's cache; absent where it equals other input. */
  cacheWrite: dollars.optional(),
  output: dollars,
});

const lengthRates = z.strictObject({
  ...rates.shape,
  /** Rates of a whole call with more than `above` input tokens, cached ones included. */
  long: z.strictObject({ above: z.int().positive(), ...rates.shape }).optional(),
});

/** US dollars per million tokens. */
export const modelPriceSchema = z.strictObject({
  ...lengthRates.shape,
  /** Replaces all rates above from the day `from` on. */
  change: z.strictObject({ from: day, ...lengthRates.shape }).optional(),
});

export type ModelPrice = z.infer<typeof modelPriceSchema>;
export type Rates = z.infer<typeof rates>;

/** Absent members are unknown. */
export const modelRowSchema = z.strictObject({
  /** Lower case; `*` is any text. Also matches dated snapshots, prefixes with a slash and additions with a colon. */
  models: z.array(z.string().trim().min(1).max(200).toLowerCase()).min(1).max(100).readonly(),
  family: z.string().min(1).max(100).optional(),
  /** Whether it reasons by default. */
  reasons: z.boolean().optional(),
  efforts: z.array(z.enum(efforts)).readonly().optional(),
  defaultEffort: z.enum(efforts).optional(),
  temperature: z.enum(['always', 'withoutReasoning', 'never']).optional(),
  images: z.boolean().optional(),
  maxOutputTokens: z.int().positive().optional(),
  contextTokens: z.int().positive().optional(),
  /** Weights are public, so it mostly runs on private servers. */
  openWeights: z.boolean().optional(),
  price: modelPriceSchema.optional(),
  /** Tokens that a start must have before its provider's cache takes it. */
  leastCached: z.int().positive().optional(),
  /** A start is cached only up to marks in the request. Without marks a call is cached whole, priced as a write. */
  cacheMarks: z.boolean().optional(),
  shutdown: day.optional(),
  /** Includes the day it was read or published. */
  source: z.string().max(300).optional(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;
