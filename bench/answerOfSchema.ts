interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/**
 * The simplest value of a JSON schema: first choices, true, one item, no evidence where there may be none. A list whose
 * entries have ids has one for each of `ids`, or the first where there are none.
 */
export function answerOfSchema(schema: unknown, ids: readonly string[] = []): unknown {
  return valueOf(schema as JsonSchema, '', ids);
}

function valueOf(schema: JsonSchema, name: string, ids: readonly string[]): unknown {
  if (name === 'id' && ids[0] !== undefined) return ids[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  // Words that are quoted must stand in what is judged.
  if (name === 'evidence' && mayBeNull(schema)) return null;
  if (schema.anyOf?.[0] !== undefined) return valueOf(schema.anyOf[0], name, ids);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, valueOf(part, key, ids)]),
      );
    case 'array':
      return schema.items === undefined ? [] : itemsOf(schema.items, name, ids);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    default:
      return name === 'id' ? '1' : 'It does.';
  }
}

function itemsOf(item: JsonSchema, name: string, ids: readonly string[]): readonly unknown[] {
  const hasIds = item.properties?.id !== undefined && ids.length > 0;
  return hasIds ? ids.map((id) => valueOf(item, name, [id])) : [valueOf(item, name, ids)];
}

function mayBeNull({ type, anyOf = [] }: JsonSchema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull);
}
