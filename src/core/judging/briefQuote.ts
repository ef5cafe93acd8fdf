/** In characters: a sentence or two. */
const longest = 90;

/** Words of a reply to put between quotation marks: their own marks as apostrophes, at most 90 characters, "…" for what is cut. */
export function briefQuote(text: string): string {
  const characters = Array.from(text.replace(/[“”"]/g, '’'));
  if (characters.length <= longest) return characters.join('');
  const cut = characters.slice(0, longest - 1).join('');
  return `${cut.trimEnd()}…`;
}
