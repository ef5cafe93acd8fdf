import { codePointName, replaceHidden } from './hiddenCharacters';

/**
 * The text with its invisible characters spelled out, as in `[U+200B]`: a judge sees that a word was split or that words were smuggled
 * in, where a student sees nothing. Characters that a script or an emoji needs stay as they are.
 */
export function spelledOut(text: string): string {
  return replaceHidden(text, (character) => `[${codePointName(character)}]`);
}

/** The text without characters that were spelled out. */
export function withoutSpelledOut(text: string): string {
  return text.replace(/\[U\+[0-9A-F]{4,6}\]/g, '');
}
