/**
 * Characters that hide text or turn its order around: control characters but tab and line feed, bidirectional embeddings,
 * overrides and isolates, zero-width spaces, the byte-order mark, soft hyphens, Hangul fillers, and the "tag" characters
 * that spell invisible ASCII. Joiners and direction marks stay: Persian, Indic scripts and emoji need them, and they turn
 * no order around.
 */
const hidden =
  /(?![\t\n])[\p{Cc}\u00AD\u115F\u1160\u200B\u2028-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const loneSurrogate = /\p{Surrogate}/gu;

/** More marks on one letter than any script uses; stacks of them paint over the lines around. */
const markStack = /(\p{M}{6})\p{M}+/gu;

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `\u27E6U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27E7`;
}

/** The text with hidden characters spelled out (`␀`, `⟦U+202E⟧`); the length grows at most ninefold. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/gu, '\n')
    .replace(loneSurrogate, '\uFFFD')
    .replace(hidden, nameOf)
    .replace(markStack, '$1');
}

/** Longest name, label or quotation, in characters; laying out more without a break takes the browser seconds. */
const longestLine = 400;

/** For a place that has one line: as `visibleText`, white space folded, the end cut off when it is very long. */
export function visibleLine(text: string): string {
  const line = visibleText(
    text
      .slice(0, 2 * longestLine)
      .replace(/\s+/gu, ' ')
      .trim(),
  );
  return line.length > longestLine ? `${line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
