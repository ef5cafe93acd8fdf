/** Elements of a list, lines or rows below the header of one file. */
export const mostRecords = 100_000;

/** Columns of a CSV; the widest public set has some forty. */
export const mostColumns = 1_000;

/** Public sets nest their records half a dozen levels deep. */
const deepest = 64;

/** Values of one file; each takes some hundred bytes once it is read. */
const mostValues = 4_000_000;
const tooManyValues = `it has more than ${mostValues.toLocaleString('en')} values`;

/** Why a JSON text is too much to be parsed; `depth` may come of lines that are texts of their own. */
export interface JsonExcess {
  readonly kind: 'depth' | 'values';
  readonly reason: string;
}

/**
 * Looks for what makes a JSON text too much, without parsing it: a megabyte of brackets takes a gigabyte as values, and what walks over
 * them afterwards has a stack that ends.
 */
export function jsonExcess(text: string): JsonExcess | undefined {
  let depth = 0;
  let values = 0;
  let tooDeep = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // A quotation mark.
        at = endOfString(text, at);
        break;
      case 0x5b: // Brackets and braces.
      case 0x7b:
        depth += 1;
        values += 1;
        tooDeep ||= depth > deepest;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c: // A comma.
        values += 1;
    }
    if (values > mostValues) {
      return { kind: 'values', reason: tooManyValues };
    }
  }
  return tooDeep ? { kind: 'depth', reason: `it is nested more than ${deepest} levels deep` } : undefined;
}

/** Where the string that begins at `start` ends: at its quotation mark, else at its line's end, which no string goes beyond. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x0a) return at;
    if (code === 0x5c && text.charCodeAt(at + 1) !== 0x0a) at += 1;
  }
  return text.length;
}

/** The same of a CSV, where commas part the cells. */
export function csvExcess(text: string): string | undefined {
  let commas = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) commas += 1;
  return commas > mostValues ? tooManyValues : undefined;
}
