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

/** The same for a place that has one line: white space folded. */
export function readableLine(text: string): string {
  return readableText(text.replace(/\s+/gu, ' ').trim());
}
