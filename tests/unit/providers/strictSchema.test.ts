import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../../src/core/providers/provider';
import { strictSchema } from '../../../src/core/providers/strictSchema';

function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema);
}

describe('strictSchema', () => {
  it('closes objects at every depth and requires every property', () => {
    const schema = jsonOf(
      z.object({ list: z.array(z.object({ label: z.enum(['a', 'b']), why: z.string().optional() })) }),
    );
    expect(strictSchema(schema, 'bounds')).toEqual({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { label: { type: 'string', enum: ['a', 'b'] }, why: { type: 'string' } },
            required: ['label', 'why'],
            additionalProperties: false,
          },
        },
      },
      required: ['list'],
      additionalProperties: false,
    });
  });

  it('keeps bounds only where the API enforces them, and never those of the number type', () => {
    const schema = jsonOf(z.object({ level: z.int().min(1).max(5), any: z.int(), name: z.string().min(2) }));
    const withBounds = strictSchema(schema, 'bounds')?.properties;
    expect(withBounds).toEqual({
      level: { type: 'integer', minimum: 1, maximum: 5 },
      any: { type: 'integer' },
      name: { type: 'string' },
    });
    expect(strictSchema(schema, 'structureOnly')?.properties).toMatchObject({ level: { type: 'integer' } });
    expect(JSON.stringify(strictSchema(schema, 'structureOnly'))).not.toContain('imum');
  });

  it('writes the options of a discriminated union as anyOf', () => {
    const union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.number().optional() }),
    ]);
    const strict = strictSchema(jsonOf(z.object({ union })), 'bounds');
    const { anyOf } = (strict?.properties as { union: { anyOf: { required: string[] }[] } }).union;
    expect(anyOf.map(({ required }) => required)).toEqual([['kind'], ['kind', 'n']]);
  });

  it('keeps a property whose name is a keyword', () => {
    const strict = strictSchema(jsonOf(z.object({ format: z.string(), minLength: z.number() })), 'structureOnly');
    expect(strict?.required).toEqual(['format', 'minLength']);
  });

  it.each([
    ['a root that is no object', z.array(z.string())],
    ['free keys', z.object({ scores: z.record(z.string(), z.number()) })],
  ])('has no strict form for %s', (_, schema) => {
    expect(strictSchema(jsonOf(schema), 'bounds')).toBeUndefined();
  });

  it('leaves its argument as it was', () => {
    const schema = jsonOf(z.object({ a: z.string().optional() }));
    const before = structuredClone(schema);
    strictSchema(schema, 'bounds');
    expect(schema).toEqual(before);
  });
});
