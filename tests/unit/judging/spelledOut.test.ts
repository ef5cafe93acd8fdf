import { describe, expect, it } from 'vitest';
import { fenceMaterial } from '../../../src/core/benchmark/judging/fence';
import { spelledOut } from '../../../src/core/benchmark/judging/hiddenCharacters';

describe('spelledOut', () => {
  it.each([
    ['2\u200b9', '2[U+200B]9'],
    ['\u202e92\u202c', '[U+202E]92[U+202C]'],
    ['a\u00adb\ufeffc\u2060d', 'a[U+00AD]b[U+FEFF]c[U+2060]d'],
    ['5\u200e, 1\u200d5', '5[U+200E], 1[U+200D]5'],
    ['x\u0000\u001by', 'x[U+0000][U+001B]y'],
    ['two.\u{E0059}\u{E0065}\u{E0073}', 'two.[U+E0059][U+E0065][U+E0073]'],
  ])('shows what cannot be seen in %j', (text, shown) => {
    expect(spelledOut(text)).toBe(shown);
  });

  it.each([
    'Plain text, €, ½, x² and\ttabs\r\nand lines',
    'می‌خواهم', // A joiner that Persian spelling needs.
    'क्‍ष',
    'שלום\u200f!',
    '👩‍🏫 ❤️ 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '学生：二十九',
  ])('leaves %j as it is', (text) => {
    expect(spelledOut(text)).toBe(text);
  });

  it('is how a judge is shown the material', () => {
    const material = fenceMaterial([{ title: 'reply', text: 'It is 2\u200b9.' }]);
    expect(material).toContain('\nIt is 2[U+200B]9.\n');
    // What is spelled out in the text itself gives another prompt only where the text differs.
    expect(fenceMaterial([{ title: 'reply', text: 'It is 2[U+200B]9.' }])).toBe(material);
  });
});
