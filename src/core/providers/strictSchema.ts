import type { JsonSchema } from './provider';

/** Keywords that carry the structure of an answer; both APIs take them in a strict schema. */
const structural: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'title',
  '$defs',
]);
/** Bounds that OpenAI enforces as well; Anthropic refuses them. Whoever parses the answer checks them anyway. */
const bounds: ReadonlySet<string> = new Set([
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);

/**
 * The schema in the form that strict structured output asks for: every object closed, every property required, no
 * keyword the API does not know. An optional property becomes a required one rather than a nullable one, because the
 * parser of the answer takes a value or nothing, not null.
 *
 * `undefined` when the schema cannot be strict: its root is no object, or an object has free keys.
 */
export function strictSchema(schema: JsonSchema, keep: 'bounds' | 'structureOnly'): JsonSchema | undefined {
  if (schema.type !== 'object') return undefined;
  try {
    return strictRecord(schema, keep);
  } catch (error) {
    if (error instanceof FreeKeysError) return undefined;
    throw error;
  }
}

class FreeKeysError extends Error {}

function strictRecord(schema: JsonSchema, keep: 'bounds' | 'structureOnly'): JsonSchema {
  const { additionalProperties } = schema;
  if (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0) throw new FreeKeysError();
  const strict: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs') {
      strict[keyword] = isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strictPart(part, keep)]))
        : value;
    } else if (keyword === 'anyOf' || keyword === 'oneOf') {
      // zod writes `oneOf` for discriminated unions; where the options exclude each other the two mean the same.
      strict.anyOf = Array.isArray(value) ? value.map((part) => strictPart(part, keep)) : value;
    } else if (keyword === 'items') {
      strict.items = strictPart(value, keep);
    } else if (structural.has(keyword) || (keep === 'bounds' && bounds.has(keyword) && !isSafeIntegerBound(value))) {
      strict[keyword] = value;
    }
  }
  if (schema.type === 'object') {
    const properties = isRecord(strict.properties) ? strict.properties : {};
    strict.properties = properties;
    strict.required = Object.keys(properties);
    strict.additionalProperties = false;
  }
  return strict;
}

function strictPart(part: unknown, keep: 'bounds' | 'structureOnly'): unknown {
  return isRecord(part) ? strictRecord(part, keep) : part;
}

/** zod bounds every integer by what a double can hold; that says nothing about the answer. */
function isSafeIntegerBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
