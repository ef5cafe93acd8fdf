import { decimalText } from '../report/formatMetric';
import { displayWidth, padTo } from '../report/displayWidth';
import { readableLine } from '../report/readableText';

const gap = '  ';

/** Columns of text under their heads, the first one to the left; `corner` stands over it. */
export function aligned(
  corner: string,
  heads: readonly string[],
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const plain = titles.map(readableLine);
  const first = Math.max(displayWidth(corner), ...plain.map(displayWidth));
  const widths = heads.map((head, column) =>
    Math.max(displayWidth(head), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (title: string, cells: readonly string[]): string =>
    [padTo(title, first), ...cells.map((cell, column) => padTo(cell, widths[column] ?? 0, 'left'))].join(gap).trimEnd();
  return [line(corner, heads), ...rows.map((row, place) => line(plain[place] ?? '', row))];
}

/** A figure with three decimals, `n/a` where there is none; U+2212 for minus. */
export function figure(value: number | undefined): string {
  return value === undefined ? 'n/a' : decimalText(value, 3);
}
