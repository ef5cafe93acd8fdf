/**
 * Characters that show nothing. Unicode tells renderers to ignore most (zero-width, bidirectional controls, soft
 * hyphens, tags). Blank Braille, interlinear annotation, and controls except tabs and line ends join them.
 */
const hidden = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]`;

const plain = String.raw`(?!${hidden})[^\0-\x7F]`;

/** Where a hidden character is needed for display. At most one in a row, because a row of them can spell a message. */
const needed = [
  // The flag of a region is a black flag followed by tag characters: their only honest use.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`,
  // The selectors that show a sign as text or as a picture, and the keycap selector.
  String.raw`(?<=[\p{Extended_Pictographic}\p{So}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // Joiners between the parts of an emoji, and in scripts that spell with them.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200C\u200D]`,
  // Direction marks beside right-to-left words or their punctuation.
  String.raw`(?<=${plain})[\u061C\u200E\u200F]|[\u061C\u200E\u200F](?=${plain})`,
].join('|');

const anywhere = new RegExp(hidden, 'u');
const everywhere = new RegExp(hidden, 'gu');
const neededOrHidden = new RegExp(`(${needed})|${hidden}`, 'gu');

export function withoutHidden(text: string): string {
  return text.replace(everywhere, '');
}

/** Replaces each hidden character that no script or emoji needs there. */
export function replaceHidden(text: string, by: (character: string, index: number) => string): string {
  // Nearly all texts have none, and to look at the characters around each is slow.
  if (!anywhere.test(text)) return text;
  return text.replace(
    neededOrHidden,
    (found: string, kept: string | undefined, index: number) => kept ?? by(found, index),
  );
}

export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Spells invisible characters as `[U+200B]`, so that a judge sees text that a student would not. */
export function spelledOut(text: string): string {
  return replaceHidden(text, (character) => `[${codePointName(character)}]`);
}

export function withoutSpelledOut(text: string): string {
  return text.replace(/\[U\+[0-9A-F]{4,6}\]/g, '');
}
