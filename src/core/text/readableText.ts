/**
 * Control characters but tab and line feed, bidirectional overrides and isolates, and characters that take no room.
 * In a terminal they move the cursor, in a document they turn the order of words around.
 */
const hidden =
  /(?![\t\n])[\p{Cc}\u00AD\u115F\u1160\u200B\u2028-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;
/** More marks on one letter than any script uses; stacks of them paint over the lines around. */
const markStack = /(\p{M}{6})\p{M}+/gu;

/** Untrusted text for people: line ends as `\n`, hidden characters as `�`, all else as it was. */
export function readableText(text: string): string {
  return text
    .replace(/\r\n?/gu, '\n')
    .replace(loneSurrogate, '\uFFFD')
    .replace(hidden, '\uFFFD')
    .replace(markStack, '$1');
}

export function readableLine(text: string): string {
  return readableText(text.replace(/\s+/gu, ' ').trim());
}

/** Untrusted text as one line of Markdown. A word joiner stands behind `@` and `#`, which would call people and issues. */
export function markdownLine(text: string): string {
  return (
    readableLine(text)
      // Of the marks that only matter at the start of a line or inside an address, those that could begin one.
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
