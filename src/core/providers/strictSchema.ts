import { isRecord } from '../text/isRecord';
import type { JsonSchema } from './provider';

/** zod bounds every integer by what a double can hold, which is no real bound. */
const unbounded: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
const structural =
  /^(?:\$ref|type|enum|const|anyOf|items|properties|required|additionalProperties|description|title|\$defs)$/;
/** Bounds that OpenAI enforces and Anthropic refuses. The answer's parser checks them anyway. */
const bounds = /^(?:pattern|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minItems|maxItems)$/;

/**
 * The schema for strict structured output: objects closed, properties required, unknown keywords dropped. An optional
 * property becomes required, because the answer's parser does not take null. `undefined` where the root is no object or
 * an object has free keys.
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
      // zod writes `oneOf` for discriminated unions, where it means the same as `anyOf`.
      else if (keyword === 'anyOf' || keyword === 'oneOf')
        strict.anyOf = Array.isArray(value) ? value.map(strictPart) : value;
      else if (keyword === 'items') strict.items = strictPart(value);
      else if (structural.test(keyword) || (keep === 'bounds' && bounds.test(keyword) && !unbounded.has(value)))
        strict[keyword] = value;
    }
    if (record.type !== 'object') return strict;
    const properties = isRecord(strict.properties) ? strict.properties : {};
    return { ...strict, properties, required: Object.keys(properties), additionalProperties: false };
  };
  const strict = strictRecord(schema);
  return hasFreeKeys ? undefined : strict;
}
