import { contentWords } from './replyText';

/** The stems of a text's content words, numbers left out: English endings off words of more than three letters. */
export function wordStems(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text)].filter((word) => !/^\d/.test(word)).map(stemOf));
}

/** A word without the commonest English ending, so that “adds”, “added” and “adding” are one. */
export function stemOf(word: string): string {
  return word.replace(/(?<=\w{3})(?:ing|ied|ies|ed|es|ly|s)$/, '');
}
