import { describe, expect, it } from 'vitest';
import { parsedJson } from '../../../src/core/text/parsedJson';

describe('parsedJson', () => {
  it('is undefined for what is no JSON', () => {
    expect(parsedJson('{"a":1}')).toEqual({ a: 1 });
    expect(parsedJson('{"a":')).toBeUndefined();
  });
});
