/** Characters of a text in a case list row. */
const longest = 300;

/** The text cut to at most `limit` code points, the last of them "…" when something was cut. */
export function boundedText(text: string, limit = longest): string {
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}
