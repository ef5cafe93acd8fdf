import { readableLine, readableText } from './readableText';

/**
 * Untrusted text as one line of Markdown that shows it and does nothing else: punctuation escaped, so that no emphasis, link,
 * table cell, markup or address comes of it; a word joiner behind `@` and `#`, which would call people and issues.
 */
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

/** Untrusted text as a fenced block: nothing in it is interpreted, as its fence is longer than any in the text. */
export function markdownBlock(text: string): string {
  const shown = readableText(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, 1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0)));
  return `${fence}text\n${shown}\n${fence}`;
}
