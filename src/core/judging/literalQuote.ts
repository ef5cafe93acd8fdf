/**
 * The words that a judge quotes as evidence, where they truly stand in the text: literally, but for blanks, line ends and quotation
 * marks around the whole, which judges change when they copy. `undefined` for words that stand nowhere in it, and for none.
 */
export function literalQuote(quoted: string, text: string): string | undefined {
  const bare = unquoted(quoted).trim();
  const wanted = oneLine(bare);
  return wanted !== '' && oneLine(text).includes(wanted) ? bare : undefined;
}

/** Without the quotation marks and dots that judges put around a quotation. */
function unquoted(evidence: string): string {
  return evidence.trim().replace(/^["“”'‘’«»…]+|["“”'‘’«»…]+$/g, '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
