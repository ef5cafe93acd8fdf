import type { JsonSchema } from './provider';

const structural =
  /^(?:\$ref|type|enum|const|anyOf|items|properties|required|additionalProperties|description|title|\$defs)$/;
/** Bounds that OpenAI enforces and Anthropic refuses. Whoever parses the answer checks them anyway. */
const bounds = /^(?:pattern|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minItems|maxItems)$/;

/**
 * The schema in the form that strict structured output asks for: every object closed, every property required, no
 * keyword the API does not know. An optional property becomes a required one rather than a nullable one, because the
 * parser of the answer takes a value or nothing, not null.
 *
 * `undefined` when the schema cannot be strict: its root is no object, or an object has free keys.
 */
export function strictSchema(schema: JsonSchema, keep: 'bounds' | 'structureOnly'): JsonSchema | undefined {
  let hasFreeKeys = schema.type !== 'object';
  const strictPart = (part: unknown): unknown => (isRecord(part) ? strictRecord(part) : part);
  const strictRecord = (record: JsonSchema): JsonSchema => {
    const { additionalProperties } = record;
    hasFreeKeys ||= isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0;
    const strict: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(record)) {
      if ((keyword === 'properties' || keyword === '$defs') && isRecord(value))
        strict[keyword] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strictPart(part)]));
      // zod writes `oneOf` for discriminated unions; where the options exclude each other the two mean the same.
      else if (keyword === 'anyOf' || keyword === 'oneOf')
        strict.anyOf = Array.isArray(value) ? value.map(strictPart) : value;
      else if (keyword === 'items') strict.items = strictPart(value);
      // zod bounds every integer by what a double can hold; that says nothing about the answer.
      else if (structural.test(keyword) || (keep === 'bounds' && bounds.test(keyword) && !isSafeIntegerBound(value)))
        strict[keyword] = value;
    }
    if (record.type !== 'object') return strict;
    const properties = isRecord(strict.properties) ? strict.properties : {};
    return { ...strict, properties, required: Object.keys(properties), additionalProperties: false };
  };
  const strict = strictRecord(schema);
  return hasFreeKeys ? undefined : strict;
}

function isSafeIntegerBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
