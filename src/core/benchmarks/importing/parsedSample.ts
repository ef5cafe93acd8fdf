import type * as z from 'zod';
import type { Sample } from '../benchmark';

/** Which schema has made a sample: what came out of a schema fits it, and need not be read by it again. */
const makers = new WeakMap<Sample, z.ZodType>();

/** Reads a sample by its benchmark's schema; one that the schema has made is returned as it is. */
export function parsedSample<S extends Sample>(schema: z.ZodType<S>, value: unknown): z.ZodSafeParseResult<S> {
  if (isMadeBy(schema, value)) return { success: true, data: value };
  const parsed = schema.safeParse(value);
  if (parsed.success) makers.set(parsed.data, schema);
  return parsed;
}

function isMadeBy<S extends Sample>(schema: z.ZodType<S>, value: unknown): value is S {
  return typeof value === 'object' && value !== null && makers.get(value as Sample) === schema;
}
