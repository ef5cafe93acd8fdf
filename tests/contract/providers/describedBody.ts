import { isRecord } from '../../loopback/modelRequest';

/** The schemas of a published OpenAPI description, by name. */
export type DescribedSchemas = Readonly<Record<string, unknown>>;

/**
 * Finds faults of `value` against an OpenAPI 3.1 schema. Members missing from the description are faults, because JSON
 * Schema would let misspelled ones pass. Unknown schema keywords are not accepted silently.
 */
export function faultsOf(schemas: DescribedSchemas, schema: unknown, value: unknown, at = 'body'): readonly string[] {
  const { plain, of, members, required, free } = flattened(schemas, schema);
  const faults: string[] = [];
  for (const alternatives of of) {
    const tried = alternatives.map((one) => faultsOf(schemas, one, value, at));
    if (tried.every((found) => found.length > 0)) faults.push(...(tried.sort((a, b) => a.length - b.length)[0] ?? []));
  }
  for (const one of plain) {
    const types = [one.type].flat().filter((type) => typeof type === 'string');
    if (
      types.length > 0 &&
      !types.includes(typeOf(value)) &&
      !(types.includes('number') && typeOf(value) === 'integer')
    )
      faults.push(`${at} is ${typeOf(value)}, not ${types.join(' or ')}`);
    if (Array.isArray(one.enum) && !one.enum.includes(value)) faults.push(`${at} is none of ${one.enum.join(', ')}`);
    if (typeof one.minimum === 'number' && Number(value) < one.minimum) faults.push(`${at} is below ${one.minimum}`);
    if (typeof one.maximum === 'number' && Number(value) > one.maximum) faults.push(`${at} is above ${one.maximum}`);
    if (typeof one.maxLength === 'number' && String(value).length > one.maxLength) faults.push(`${at} is too long`);
    if (Array.isArray(value) && one.items !== undefined)
      faults.push(...value.flatMap((item, index) => faultsOf(schemas, one.items, item, `${at}[${index}]`)));
  }
  if (!isRecord(value) || members.size === 0) return faults;
  for (const name of required) if (!(name in value)) faults.push(`${at} lacks ${name}`);
  for (const [name, member] of Object.entries(value)) {
    const described = members.get(name);
    if (described !== undefined) faults.push(...faultsOf(schemas, described, member, `${at}.${name}`));
    else if (!free) faults.push(`${at}.${name} is not described`);
  }
  return faults;
}

interface Flattened {
  readonly plain: readonly Record<string, unknown>[];
  readonly of: readonly (readonly unknown[])[];
  readonly members: ReadonlyMap<string, unknown>;
  readonly required: readonly string[];
  /** Whether it may have members of any name. */
  readonly free: boolean;
}

/** A schema with all that it refers to and consists of, as one. */
function flattened(schemas: DescribedSchemas, schema: unknown): Flattened {
  const plain: Record<string, unknown>[] = [];
  const visit = (one: unknown): void => {
    if (!isRecord(one)) return;
    if (typeof one.$ref === 'string') visit(schemas[one.$ref.split('/').at(-1) ?? '']);
    else {
      plain.push(one);
      if (Array.isArray(one.allOf)) one.allOf.forEach(visit);
    }
  };
  visit(schema);
  return {
    plain,
    of: plain.flatMap(({ anyOf, oneOf }) => [anyOf, oneOf].filter((list) => Array.isArray(list))),
    members: new Map(plain.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []))),
    required: plain.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])),
    free: plain.some(({ additionalProperties: more }) => more === true || isRecord(more)),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
