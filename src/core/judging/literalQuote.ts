import { withoutHidden } from './hiddenCharacters';
import { readableText } from './readableText';
import { withoutSpelledOut } from './spelledOut';

/**
 * The words that a judge quotes as evidence, where they truly stand in the text: literally, but for what judges change when they copy.
 * That is blanks and line ends, quotation marks around the whole, words left out in the middle (each part counts, in its order),
 * hidden characters, which a judge sees spelled out, and markup that a student does not see. `undefined` for words that stand nowhere
 * in it, and for none.
 */
export function literalQuote(quoted: string, text: string): string | undefined {
  const bare = unquoted(quoted).trim();
  const parts = oneLine(bare)
    .split(/ ?\[?(?:…|\.{3})\]? ?/)
    .filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const stands = (whole: string): boolean => whole.includes(oneLine(bare)) || standInOrder(parts, whole);
  return stands(oneLine(text)) || stands(oneLine(readableText(text))) ? bare : undefined;
}

/** What a judge is told whose quotation stands nowhere in the text. */
export const inventedQuote =
  'The words given as evidence do not stand in the text that is judged. Copy them exactly as they stand there, or give null.';

/** Whether a judge quotes something, and it does not stand in the text. */
export function isInvented(quoted: string | null, text: string): boolean {
  return quoted !== null && quoted.trim() !== '' && literalQuote(quoted, text) === undefined;
}

function standInOrder(parts: readonly string[], text: string): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** Without the quotation marks and dots that judges put around a quotation. */
function unquoted(evidence: string): string {
  return evidence
    .trim()
    .replace(/^["“”'‘’«»…]+/, '')
    .replace(/(?<!["“”'‘’«»…])["“”'‘’«»…]+$/, '');
}

function oneLine(text: string): string {
  return withoutHidden(withoutSpelledOut(text)).replace(/\s+/g, ' ').trim();
}
