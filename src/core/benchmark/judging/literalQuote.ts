import { withoutHidden, withoutSpelledOut } from './hiddenCharacters';
import { readableReply } from './readableReply';
import type { Verdict } from './verdict';

/** The judge's quotation, and whether the text contains it. `rewritten`: the text in another notation. */
export function quotedFrom(
  quoted: string | null,
  text: string,
  rewritten: (text: string) => string = (same) => same,
): Pick<Verdict, 'evidence' | 'evidenceFound'> {
  const evidence =
    quoted
      ?.trim()
      .replace(/^["“”„«»]([^"“”„«»]*)["“”«»]$/, '$1')
      .trim() ?? '';
  if (evidence === '') return {};
  return {
    evidence,
    evidenceFound: isQuotedFrom(evidence, text) || isQuotedFrom(rewritten(evidence), rewritten(text)),
  };
}

/**
 * Whether a text contains the words of a quotation. Ignores Markdown, letter case, kinds of quotation marks and dashes,
 * brackets, spacing, hidden characters and omissions. All snippets must occur, in any order. Linear time: the text is
 * rewritten once and then only searched.
 */
export function isQuotedFrom(quoted: string, text: string): boolean {
  const unplaced = quoted.replace(position, ' ');
  if (unplaced !== quoted && isQuotedFrom(unplaced, text)) return true;
  return [text, readableReply(text)].map(wordsOf).some((words) => {
    const stands = (part: string): boolean => {
      const wanted = wordsOf(part);
      return hasWords(part) && (words.includes(wanted) || words.includes(withoutEnds(wanted)));
    };
    const allStand = (parts: readonly string[], of = stands): boolean => parts.length > 0 && parts.every(of);
    if (stands(quoted)) return true;
    const snippets = quoted.split(separator).filter((part) => hasWords(part) && !isJoiner.test(part));
    return allStand(snippets, (part) => stands(part) || allStand(part.split(joiner).filter(hasWords)));
  });
}

/** Separates the snippets of a quotation: omissions, line ends, slashes, quotation marks. */
const separator = /\[(?:…|\.{3})\]|\((?:…|\.{3})\)|…|\.{3,}|[\r\n]+|\s[/|]\s|["“”„«»]|(?<!\p{L})['‘’]|['‘’](?!\p{L})/u;

/** “turn 1:” before a quotation, “(message 2)” after it. */
const position = /[([]?\b(?:turn|message|reply|tur|meddelande|svar)\s?#?\d{1,3}\b[)\]]?\s?:?/giu;

/** Words that judges put between snippets. The text may contain them too. */
const joiner = /(?:^|\s)(?:and|och|then|sedan|&|\+)(?:\s|$)|[;,]\s/i;
const isJoiner = /^\s*(?:and|och|then|sedan)\s*$/i;

function hasWords(part: string): boolean {
  return /[\p{L}\p{N}]/u.test(withoutSpelledOut(part));
}

/** Strips list marks before a quotation, closing punctuation, and brackets around it. */
function withoutEnds(words: string): string {
  const parts = words.trim().split(' ');
  const isWord = (part: string): boolean => !/^[-.,;:!?•()[\]{}]$/.test(part);
  const start = parts.findIndex(isWord);
  return ` ${start === -1 ? '' : parts.slice(start, parts.findLastIndex(isWord) + 1).join(' ')} `;
}

/** Words, numbers and signs in lower case between blanks, so that a search never ends inside a number. */
function wordsOf(text: string): string {
  const plain = withoutHidden(withoutSpelledOut(text))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\d)])\s?[x*]\s?(?=[\d(])/g, '×')
    .replace(/[*_`~^#>\\$"“”„«»'‘’´′]/g, '')
    .replace(/[‐-―−]|--+/g, '-')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/[·⋅∙]/g, '×');
  return ` ${(plain.match(/\p{L}[\p{L}\p{M}]*|\p{N}+|[^\s\p{L}\p{N}]/gu) ?? []).join(' ')} `;
}
