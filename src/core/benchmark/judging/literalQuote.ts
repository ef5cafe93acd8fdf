import { withoutHidden, withoutSpelledOut } from './hiddenCharacters';
import { readableText } from './readableText';
import type { Verdict } from './verdict';

/** A quotation as the judge gave it, with whether it stands in the text. `rewritten`: another notation in which it may stand there. */
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
 * Whether the words of a quotation stand in a text, however a judge copied them: Markdown, letter case, kinds of
 * quotation marks and dashes, hyphens, brackets around it, spacing, hidden characters and words left out play no part.
 * Of several snippets each must be there, in any order. Linear in the text: it is rewritten once and then only
 * searched.
 */
export function isQuotedFrom(quoted: string, text: string): boolean {
  const unplaced = quoted.replace(position, ' ');
  if (unplaced !== quoted && isQuotedFrom(unplaced, text)) return true;
  return [text, readableText(text)].map(wordsOf).some((words) => {
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

/** What stands between the snippets of a quotation: words left out, a line end, a stroke, quotation marks around each. */
const separator = /\[(?:…|\.{3})\]|\((?:…|\.{3})\)|…|\.{3,}|[\r\n]+|\s[/|]\s|["“”„«»]|(?<!\p{L})['‘’]|['‘’](?!\p{L})/u;

/** “turn 1:” before a quotation, “(message 2)” after it. */
const position = /[([]?\b(?:turn|message|reply|tur|meddelande|svar)\s?#?\d{1,3}\b[)\]]?\s?:?/giu;

/** Words that judges put between snippets; they may stand in the text as well. */
const joiner = /(?:^|\s)(?:and|och|then|sedan|&|\+)(?:\s|$)|[;,]\s/i;
const isJoiner = /^\s*(?:and|och|then|sedan)\s*$/i;

function hasWords(part: string): boolean {
  return /[\p{L}\p{N}]/u.test(withoutSpelledOut(part));
}

/** Without the list marks before a quotation, the punctuation that closes it, and brackets around it. */
function withoutEnds(words: string): string {
  const parts = words.trim().split(' ');
  const isWord = (part: string): boolean => !/^[-.,;:!?•()[\]{}]$/.test(part);
  const start = parts.findIndex(isWord);
  return ` ${start === -1 ? '' : parts.slice(start, parts.findLastIndex(isWord) + 1).join(' ')} `;
}

/** Words, numbers and signs in lower case, a blank around each, so that a search never ends inside a number. */
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
