/**
 * Characters that hide text or reverse its order: control characters, bidirectional embeddings, overrides and isolates,
 * zero-width spaces, the byte-order mark, soft hyphens, Hangul fillers, and "tag" characters that spell invisible
 * ASCII. Joiners and direction marks stay, because Persian, Indic scripts and emoji need them.
 */
const hidden =
  /(?![\t\n])[\p{Cc}\u00AD\u115F\u1160\u200B\u2028-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

const loneSurrogate = /\p{Surrogate}/gu;

/** More combining marks than any script uses on one letter. Stacks of them paint over neighbouring lines. */
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

/** Characters of a name, label or quotation. Laying out longer unbroken text takes the browser seconds. */
const longestLine = 400;

/** Like `visibleText` for a single line: folds white space and cuts off a very long text. */
export function visibleLine(text: string): string {
  const line = visibleText(
    text
      .slice(0, 2 * longestLine)
      .replace(/\s+/gu, ' ')
      .trim(),
  );
  return line.length > longestLine ? `${line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
