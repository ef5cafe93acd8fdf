import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Cuts a text into what a reader sees as one sign, so that no emoji of several characters is torn apart. */
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The columns of a terminal that the text takes. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** Cuts the line to `columns` and ends a cut line with "…". */
export function fitToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of signs.segment(text)) {
    width += displayWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function padTo(text: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return side === 'right' ? text + blanks : blanks + text;
}

/** Breaks at blanks, and inside a word only where it is longer than a line. */
export function wrapLine(text: string, columns: number): readonly string[] {
  return text.trim() === '' ? [] : wrapAnsi(text, columns, { hard: true }).split('\n');
}

export function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
}

/** A table row: the title on the left, cut or padded to its width, and right-aligned cells. */
export function tableRow(
  [title, titleWidth]: readonly [string, number],
  cells: readonly string[],
  widths: readonly number[],
): string {
  const aligned = cells.map((cell, column) => padTo(cell, widths[column] ?? 0, 'left'));
  return [padTo(fitToWidth(title, titleWidth), titleWidth), ...aligned].join('  ').trimEnd();
}
