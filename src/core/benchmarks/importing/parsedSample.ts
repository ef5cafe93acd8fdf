import type * as z from 'zod';
import type { Sample } from '../benchmark';

/** What schemas made of values, by the value read and by what it became: what came out of a schema fits it. */
const made = new WeakMap<object, { readonly schema: z.ZodType; readonly sample: Sample }>();

/**
 * Reads a sample by its benchmark's schema, each value once: one that the schema has made is returned as it is, and one that it has
 * read before becomes the same sample again. Values are not changed once they are read.
 */
export function parsedSample<S extends Sample>(schema: z.ZodType<S>, value: unknown): z.ZodSafeParseResult<S> {
  const isObject = typeof value === 'object' && value !== null;
  const known = isObject ? made.get(value) : undefined;
  // The schema says what it makes.
  if (known?.schema === schema) return { success: true, data: known.sample as S };
  const parsed = schema.safeParse(value);
  if (!parsed.success || !isObject) return parsed;
  const entry = { schema, sample: parsed.data };
  made.set(value, entry);
  made.set(parsed.data, entry);
  return parsed;
}
