import { JSON_SCHEMA, load, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { efforts } from '../prompt/modelParameters';
import { NamedError } from '../text/errors';

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
const modelRowSchema = z.strictObject({
  /**
   * Lower case; `*` stands for any text. Also matches dated snapshots, and prefixes with a slash or additions with a
   * colon.
   */
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
  shutdown: day.optional(),
  /** Includes the day it was read or published. */
  source: z.string().max(300).optional(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;

class ModelsFileError extends NamedError {
  override readonly name = 'ModelsFileError';
}

const fileSchema = z.strictObject({ models: z.array(modelRowSchema).max(2_000) });
const mostNamed = 3;

/** Reads a user's file of models: `{"models": [row, …]}`. Throws `ModelsFileError`. */
export function readOwnModels(text: string, file: string): readonly ModelRow[] {
  const read = fileSchema.safeParse(parse(text, file));
  if (read.success) return read.data.models;
  const issues = read.error.issues
    .slice(0, mostNamed)
    .map(({ path, message }) => `${path.length === 0 ? 'the file' : z.core.toDotPath(path)}: ${message}`);
  throw new ModelsFileError(`The models file ${file} is not in the form of docs/models.md: ${issues.join('; ')}.`);
}

/** Parses with the YAML reader, which reports the line of a fault. */
function parse(text: string, file: string): unknown {
  try {
    return load(text.replace(/^\uFEFF/, ''), { schema: JSON_SCHEMA, maxDepth: 12, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? '' : ` in line ${error.mark.line + 1}`;
    throw new ModelsFileError(`The models file ${file} is not valid JSON${line}: ${error.reason}. Correct it there.`);
  }
}
