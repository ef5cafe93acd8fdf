/** What a spreadsheet takes for a formula or a command when a cell begins with it, after what it passes over. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** Signs that part cells where a spreadsheet is set to them, and what must not stand first after one. A list’s dash is no formula. */
const innerStart = /([;\t][^\S\t\r\n]*|[\r\n])(?=[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D]\S)/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** One line of a CSV file, line end included. A cell that a spreadsheet could run gets an apostrophe in front. No column has negative numbers. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const shown = text.replace(loneSurrogate, '\uFFFD').replaceAll('\0', '\uFFFD').replace(innerStart, "$1'");
  const safe = formulaStart.test(shown) ? `'${shown}` : shown;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
