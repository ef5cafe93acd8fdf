/** In characters: what fits on a row of the case list. */
const longest = 60;

/**
 * A title made of the first words of a text, on one line; a text of more than 60 characters is cut behind a whole word, or within one
 * that is longer than that, and ends in "…". Empty for a text without words.
 */
export function titleFrom(text: string): string {
  // A character is at most two units long, so nothing behind these units of a line can be needed.
  const needed = 2 * longest + 2;
  const start = lineOf(text.slice(0, 4 * longest));
  const line = start.length > needed ? start : lineOf(text);
  if (line.length <= longest) return line;
  const characters = Array.from(line.slice(0, needed));
  if (characters.length <= longest) return line;
  const cut = characters.slice(0, longest - 1).join('');
  const words = cut.replace(/\s\S*$/, '');
  return words === cut ? `${cut}…` : `${words} …`;
}

function lineOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
