/** What a spreadsheet may take for a formula or a command when a cell begins with it. */
const formulaStart = /^[=+\-@\t\r]/;
const loneSurrogate = /\p{Surrogate}/gu;

/** One line of a CSV file, line end included. A cell that a spreadsheet could run gets an apostrophe in front. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const shown = text.replace(loneSurrogate, '\uFFFD').replaceAll('\0', '\uFFFD');
  const safe = formulaStart.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
