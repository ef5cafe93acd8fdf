/** `line` counts from 1. */
export interface BareNumberWord {
  readonly word: string;
  readonly line: number;
}

const mark = /["\\\n]|-?\b(?:NaN|Infinity)\b/g;

/** The first NaN or Infinity outside a string, as Python's json module writes them; they make a text invalid JSON. */
export function bareNumberWord(text: string): BareNumberWord | undefined {
  let line = 1;
  let isInString = false;
  let escaped = -1;
  for (const { 0: word, index } of text.matchAll(mark)) {
    if (word === '\n') {
      line += 1;
      // One without an end runs to its line's end.
      isInString = false;
    } else if (index === escaped) continue;
    else if (word === '"') isInString = !isInString;
    else if (word === '\\') escaped = isInString ? index + 1 : -1;
    else if (!isInString) return { word, line };
  }
  return undefined;
}
