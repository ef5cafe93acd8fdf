import { t } from '../../src/core/text/countWords';
import { withoutHidden } from '../../src/core/text/readableText';

export { t };

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `\u27E6U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27E7`;
}

/** The text with hidden characters spelled out (`␀`, `⟦U+202E⟧`); the length grows at most ninefold. */
export function visibleText(text: string): string {
  return withoutHidden(text, nameOf);
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

/** A sentence with elements in it, each where the language wants it. The words are a text as of `t`. */
export function sentence({ raw }: TemplateStringsArray, ...parts: readonly unknown[]): readonly unknown[] {
  const words = t(raw.reduce((text, piece, at) => `${text}{${at - 1}}${piece}`));
  return words.split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 0 ? piece : parts[Number(piece)]));
}
