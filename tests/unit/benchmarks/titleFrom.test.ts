import { describe, expect, it } from 'vitest';
import { titleFrom } from '../../../src/core/benchmark/samples';

describe('titleFrom', () => {
  it.each([
    ['  A short\n one ', 'A short one'],
    ['', ''],
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(59)}…`],
    [`${'word '.repeat(11)}wordlonger and more`, `${'word '.repeat(11)}…`],
  ])('makes %j to %j', (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  it('never splits a character, and never passes 60', () => {
    const title = titleFrom('😀'.repeat(100_000));
    expect(Array.from(title)).toEqual([...Array.from({ length: 59 }, () => '😀'), '…']);
  });
});
