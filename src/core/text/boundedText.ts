/** Characters of a text in a row of the case list. */
const longest = 300;

/** Cuts the text to `limit` code points and ends a cut text with "…". */
export function boundedText(text: string, limit = longest): string {
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}
