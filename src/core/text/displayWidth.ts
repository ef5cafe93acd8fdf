/** East Asian wide characters and emoji take two columns of a terminal; marks and joiners take none. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const noWidth = /[\p{M}\u200C\u200D\u200E\u200F]/u;

export function displayWidth(text: string): number {
  let width = 0;
  for (const point of text) width += noWidth.test(point) ? 0 : wide.test(point) ? 2 : 1;
  return width;
}

/** Cuts the line to `columns` and ends a cut line with "…". */
export function fitToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const point of text) {
    width += displayWidth(point);
    if (width > columns - 1) break;
    kept += point;
  }
  return `${kept.trimEnd()}…`;
}

export function padTo(text: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return side === 'right' ? text + blanks : blanks + text;
}

export function wrapLine(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function pieces(word: string, columns: number): readonly string[] {
  if (displayWidth(word) <= columns) return [word];
  const found: string[] = [];
  let piece = '';
  for (const point of word) {
    if (piece !== '' && displayWidth(piece + point) > columns) {
      found.push(piece);
      piece = '';
    }
    piece += point;
  }
  return [...found, piece];
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
