/** Nesting depth of JSON. Public sets need about six levels, errors of providers five. */
const deepest = 64;

/** JSON values of a text. Each takes a few hundred bytes once parsed. */
export const mostValues = 4_000_000;
export const tooManyValues = `it has more than ${mostValues.toLocaleString('en')} values`;

/**
 * Finds what makes a JSON text too large without parsing it: a megabyte of brackets takes a gigabyte as values. JSON
 * lines read as one text can give a false `depth`.
 */
export function jsonExcess(text: string): { readonly kind: 'depth' | 'values'; readonly reason: string } | undefined {
  let depth = 0;
  let values = 0;
  let tooDeep = false;
  let isInString = false;
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const mark = text[at];
    if (isInString) {
      // A string ends at its quotation mark, or at the end of its line if it is broken.
      if (mark === '\\' && text[at + 1] !== '\n') at += 1;
      else if (mark === '"' || mark === '\n') isInString = false;
    } else if (mark === '"') isInString = true;
    else if (mark === ',') values += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    else if (mark === '[' || mark === '{') {
      depth += 1;
      values += 1;
      tooDeep ||= depth > deepest;
    }
  }
  if (values > mostValues) return { kind: 'values', reason: tooManyValues };
  return tooDeep ? { kind: 'depth', reason: `it is nested more than ${deepest} levels deep` } : undefined;
}
