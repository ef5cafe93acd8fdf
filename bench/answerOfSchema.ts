interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** The simplest value of a JSON schema: first choices, true, one item. Text that names an entry of a list names the first. */
export function answerOfSchema(schema: unknown): unknown {
  return valueOf(schema as JsonSchema, '');
}

function valueOf(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return valueOf(schema.anyOf[0], name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, valueOf(part, key)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [valueOf(schema.items, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    default:
      return name === 'id' ? '1' : 'It does.';
  }
}
