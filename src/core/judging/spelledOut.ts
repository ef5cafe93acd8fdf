/** Flags of regions are a black flag followed by tag characters: the one honest use of those. */
const regionFlag = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`;

/** Control characters other than line ends and tabs, fillers, overrides of the reading direction, tags and rare variation selectors. */
const neverHonest =
  '[\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0D\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{E0000}-\\u{E01EF}]';

// Persian, Arabic, Hindi and emoji need joiners and direction marks; between plain characters they only hide or split words.
const misplaced = '(?<![^\\0-\\x7F])[\\u061C\\u200C-\\u200F](?![^\\0-\\x7F])';

const hidden = new RegExp(`(${regionFlag})|${neverHonest}|${misplaced}`, 'gu');
const anyHidden = new RegExp(`${neverHonest}|[\\u061C\\u200C-\\u200F]`, 'u');

/**
 * The text with its invisible characters spelled out, as in `[U+200B]`: a judge sees that a word was split or that words were smuggled
 * in, where a student sees nothing. Characters that a script or an emoji needs stay as they are.
 */
export function spelledOut(text: string): string {
  if (!anyHidden.test(text)) return text;
  return text.replace(hidden, (character: string, flag: string | undefined) => flag ?? codePointOf(character));
}

function codePointOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
