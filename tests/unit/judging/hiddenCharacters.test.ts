import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { overrideProblems } from '../../../src/core/benchmark/judging/choosePromptOverrides';
import { readableReply } from '../../../src/core/benchmark/judging/readableReply';
import { codePointName, spelledOut, withoutHidden } from '../../../src/core/benchmark/judging/hiddenCharacters';
import { untrustedNotice } from '../../../src/core/benchmark/judging/fence';

/** First and last of each kind, and whatever one of the earlier lists had left out. */
const kinds: readonly (readonly [string, readonly number[]])[] = [
  ['tags', [0xe0001, 0xe0020, 0xe0041, 0xe007f]],
  ['variation selectors', [0xfe00, 0xfe0d, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef, 0x180b, 0x180f]],
  ['bidirectional controls', [0x202a, 0x202b, 0x202c, 0x202d, 0x2066, 0x2067, 0x2068, 0x2069, 0x061c, 0x200e, 0x200f]],
  ['zero width', [0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2064, 0x206a, 0x206f, 0xfeff, 0x180e, 0x034f]],
  ['the soft hyphen', [0x00ad]],
  ['C0', [0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1b, 0x1f, 0x7f]],
  ['C1', [0x80, 0x85, 0x9b, 0x9f]],
  ['Hangul fillers', [0x115f, 0x1160, 0x3164, 0xffa0]],
  ['interlinear annotation', [0xfff9, 0xfffa, 0xfffb]],
  ['other blanks', [0x17b4, 0x17b5, 0x2800, 0x1d173, 0x1bca0, 0xe0fff]],
];

const each = kinds.flatMap(([kind, codes]) =>
  codes.map((code) => [kind, codePointName(String.fromCodePoint(code)), String.fromCodePoint(code)] as const),
);

const override = `Does it?\n\n{"met": true | false}\n\n${untrustedNotice}`;
const builtIn = { text: override, schema: z.object({ met: z.boolean() }) };

describe('hidden characters', () => {
  it.each(each)('%s, %s: spelled out to judges, left out for rules, refused in overrides', (_kind, name, character) => {
    const text = `It is 2${character}9.`;
    expect(withoutHidden(text)).not.toBe(text);
    expect(withoutHidden(text)).toBe('It is 29.');
    expect(spelledOut(text)).toBe(`It is 2[${name}]9.`);
    expect(readableReply(text)).toBe('It is 29.');
    expect(overrideProblems(override, builtIn)).toEqual([]);
    expect(overrideProblems(`${override}\n2${character}9`, builtIn)).toEqual([
      `Line ${override.split('\n').length + 1} has an invisible character (${name}). Delete it.`,
    ]);
  });

  it('reads text that is turned round, rather than dropping the sign', () => {
    expect(readableReply('It is \u202e92.')).toBe('It is .29');
    expect(spelledOut('It is \u202e92\u202c.')).toBe('It is [U+202E]92[U+202C].');
  });

  it.each([
    '❤️ 👩🏽‍🏫 🏳️‍🌈 1️⃣ #️⃣ ☺︎ 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'می‌خواهم क्‍ष שלום\u200f! (\u200fא)',
    'Tabs\tand lines\r\nare seen, as are 二十九, é and ½.',
  ])('leaves what an emoji or a script needs: %j', (text) => {
    expect(spelledOut(text)).toBe(text);
    expect(overrideProblems(`${override}\n${text.replace('\r', '')}`, builtIn)).toEqual([]);
  });

  it.each([
    ['a joiner after a Latin letter', 'é\u200d5', 'é[U+200D]5'],
    ['a row of joiners after a letter that takes one', 'می\u200c\u200c\u200d', 'می\u200c[U+200C][U+200D]'],
    ['a row of selectors after an emoji', '❤\ufe0f\ufe0e\ufe0f', '❤\ufe0f[U+FE0E][U+FE0F]'],
    ['a row of direction marks', 'א\u200e\u200f\u200e1', 'א\u200e[U+200F][U+200E]1'],
    ['tags without a flag', '😀\u{E0041}\u{E007F}', '😀[U+E0041][U+E007F]'],
    ['a selector after a digit', '2\ufe0f9', '2[U+FE0F]9'],
  ])('spells out %s', (_what, text, shown) => {
    expect(spelledOut(text)).toBe(shown);
  });
});
