/**
 * Characters that hide text, reorder it or move a terminal's cursor. They are controls but tab and line feed,
 * bidirectional controls, zero-width spaces, soft hyphens, Hangul fillers, and "tag" characters that spell invisible
 * ASCII. Joiners and direction marks stay, because Persian, Indic scripts and emoji need them.
 */
const hidden =
  /(?![\t\n])[\p{Cc}\u00AD\u115F\u1160\u200B\u2028-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;
/** More marks on one letter than any script uses. Stacks of them paint over neighbouring lines. */
const markStack = /(\p{M}{6})\p{M}+/gu;

/** Untrusted text for display: line ends as `\n`, hidden characters as `�`. */
export function readableText(text: string): string {
  return withoutHidden(text, () => '\uFFFD');
}

/** Like `readableText`, with something else instead of each hidden character. */
export function withoutHidden(text: string, shown: (character: string) => string): string {
  return text.replace(/\r\n?/gu, '\n').replace(loneSurrogate, '\uFFFD').replace(hidden, shown).replace(markStack, '$1');
}

/** Text for the content and the quoted attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&${entities[sign] ?? ''};`);
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

export function readableLine(text: string): string {
  return readableText(text.replace(/\s+/gu, ' ').trim());
}

/** Untrusted text as one Markdown line. A word joiner behind `@` and `#` stops mentions and issue links. */
export function markdownLine(text: string): string {
  return (
    readableLine(text)
      // Some marks only matter at a line start or in an address; those are escaped there only.
      .replace(/[\\`*_{}[\]()+!|~^=$]|^[-.]|[:.](?=\S)/g, '\\$&')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[@#]/g, '\\$&\u2060')
  );
}

/** Untrusted text as a block whose fence is longer than any in the text. */
export function markdownBlock(text: string): string {
  const shown = readableText(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, 1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0)));
  return `${fence}text\n${shown}\n${fence}`;
}

/** Characters of a text in a row of the case list. */
const longest = 300;

/** Cuts the text to `limit` code points and ends a cut text with "…". */
export function boundedText(text: string, limit = longest): string {
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}
