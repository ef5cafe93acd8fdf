import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { parsedSample } from '../../../src/core/benchmark/importing/readRecords';

const schema = z.object({ id: z.string(), system: z.literal('toy'), words: z.string().default('none') });
const other = z.object({ id: z.string(), system: z.literal('toy') });

describe('parsedSample', () => {
  it('reads a sample by its schema once', () => {
    const read = vi.spyOn(schema, 'safeParse');
    const first = parsedSample(schema, { id: 'a', system: 'toy', more: 1 });
    expect(first.data).toStrictEqual({ id: 'a', system: 'toy', words: 'none' });
    const again = parsedSample(schema, first.data);
    expect(again.data).toBe(first.data);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('makes the same sample of the same value', () => {
    const value = { id: 'a', system: 'toy' };
    const first = parsedSample(schema, value);
    expect(parsedSample(schema, value).data).toBe(first.data);
    expect(parsedSample(other, value).data).toStrictEqual({ id: 'a', system: 'toy' });
  });

  it('reads what another schema has made, and what only looks the same', () => {
    const made = parsedSample(schema, { id: 'a', system: 'toy' }).data;
    expect(parsedSample(other, made).data).toStrictEqual({ id: 'a', system: 'toy' });
    const copy = { ...made };
    expect(parsedSample(schema, copy).data).not.toBe(copy);
  });

  it('does not remember what does not fit', () => {
    const value = { id: 1, system: 'toy' };
    expect(parsedSample(schema, value).success).toBe(false);
    expect(parsedSample(schema, value).success).toBe(false);
    expect(parsedSample(schema, 'text').success).toBe(false);
    expect(parsedSample(schema, null).success).toBe(false);
  });
});
