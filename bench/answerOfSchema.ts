interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/**
 * The simplest value of a JSON schema: first choices, true, one item, no evidence if optional. A list with ids has an
 * entry for each of `ids`, or the first id. `opposite` takes last choices, false and 0.
 */
export function answerOfSchema(schema: unknown, ids: readonly string[] = [], opposite = false): unknown {
  return valueOf(schema as JsonSchema, '', { ids, opposite });
}

interface Asked {
  readonly ids: readonly string[];
  readonly opposite: boolean;
}

function valueOf(schema: JsonSchema, name: string, asked: Asked): unknown {
  const { ids, opposite } = asked;
  if (name === 'id' && ids[0] !== undefined) return ids[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(opposite ? -1 : 0);
  // Quoted words must be in what is judged.
  if (name === 'evidence' && mayBeNull(schema)) return null;
  const choice = schema.anyOf?.at(opposite ? -1 : 0);
  if (choice !== undefined) return valueOf(choice, name, asked);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, valueOf(part, key, asked)]),
      );
    case 'array':
      return schema.items === undefined ? [] : itemsOf(schema.items, name, asked);
    case 'boolean':
      return !opposite;
    case 'integer':
    case 'number':
      return opposite ? 0 : 1;
    default:
      return name === 'id' ? '1' : 'It does.';
  }
}

function itemsOf(item: JsonSchema, name: string, asked: Asked): readonly unknown[] {
  const { ids } = asked;
  const hasIds = item.properties?.id !== undefined && ids.length > 0;
  return hasIds ? ids.map((id) => valueOf(item, name, { ...asked, ids: [id] })) : [valueOf(item, name, asked)];
}

function mayBeNull({ type, anyOf = [] }: JsonSchema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull);
}
