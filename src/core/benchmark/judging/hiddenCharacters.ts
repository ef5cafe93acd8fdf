/**
 * All that takes no room or shows nothing: what Unicode has renderers ignore (zero-width and bidirectional controls,
 * soft hyphens, Hangul fillers, variation selectors, tags), the blank of Braille, interlinear annotation, and control
 * characters but tabs and line ends.
 */
const hidden = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]`;

const plain = String.raw`(?!${hidden})[^\0-\x7F]`;

/** Where such a character is needed to write what is seen. At most one of a kind in a row: a row of them can spell a message. */
const needed = [
  // The flag of a region is a black flag followed by tag characters: the one honest use of those.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`,
  // The two selectors that say whether a sign is set as text or as a picture, and the one of keycaps.
  String.raw`(?<=[\p{Extended_Pictographic}\p{So}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // Joiners between the parts of an emoji, and in scripts that spell with them.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200C\u200D]`,
  // Direction marks beside words that run from right to left, or their punctuation.
  String.raw`(?<=${plain})[\u061C\u200E\u200F]|[\u061C\u200E\u200F](?=${plain})`,
].join('|');

const anywhere = new RegExp(hidden, 'u');
const everywhere = new RegExp(hidden, 'gu');
const neededOrHidden = new RegExp(`(${needed})|${hidden}`, 'gu');

export function withoutHidden(text: string): string {
  return text.replace(everywhere, '');
}

/** The text with `by` in the place of each hidden character that no script and no emoji needs there. */
export function replaceHidden(text: string, by: (character: string, index: number) => string): string {
  // Nearly all texts: the search for what is needed costs more.
  if (!anywhere.test(text)) return text;
  return text.replace(
    neededOrHidden,
    (found: string, kept: string | undefined, index: number) => kept ?? by(found, index),
  );
}

/** As people write it: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Invisible characters as in `[U+200B]`: a judge sees that a word was split or smuggled in, where a student sees nothing. */
export function spelledOut(text: string): string {
  return replaceHidden(text, (character) => `[${codePointName(character)}]`);
}

export function withoutSpelledOut(text: string): string {
  return text.replace(/\[U\+[0-9A-F]{4,6}\]/g, '');
}
