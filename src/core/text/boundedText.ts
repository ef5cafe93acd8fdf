/** Characters of a text in a case list row. */
const longest = 300;

/** The text cut to at most `limit` code points, the last of them "…" when something was cut. Never splits a surrogate pair. */
export function boundedText(text: string, limit = longest): string {
  if (text.length <= limit) return text;
  let cut = 0;
  let end = 0;
  for (let points = 0; points < limit && end < text.length; points++) {
    cut = end;
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end === text.length ? text : `${text.slice(0, cut)}…`;
}
