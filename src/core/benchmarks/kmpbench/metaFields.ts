import * as z from 'zod';

/** Files write `null` for "none", code says `undefined`. */
function orNone<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Fields that every KMP-Bench record may have, whatever its module. */
export const kmpMetaFields = {
  id: z.string().min(1),
  title: orNone(z.string()),
  /** "K" or "1" to "8". */
  grade: orNone(z.string()),
  domain: orNone(z.string()),
  /** The seed problem that the record was made from. */
  seedId: orNone(z.string()),
} as const;
