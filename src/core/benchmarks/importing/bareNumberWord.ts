/** `line` counts from 1. */
export interface BareNumberWord {
  readonly word: string;
  readonly line: number;
}

// Strings are matched whole, so that a NaN inside one is passed over; one without an end runs to its line's end.
const token = /"(?:[^"\\\n]|\\[^\n])*"?|-?\b(?:NaN|Infinity)\b/g;

/** The first NaN or Infinity outside a string, as Python's json module writes them; they make a text invalid JSON. */
export function bareNumberWord(text: string): BareNumberWord | undefined {
  for (const match of text.matchAll(token)) {
    if (!match[0].startsWith('"')) {
      return { word: match[0], line: text.slice(0, match.index).split('\n').length };
    }
  }
  return undefined;
}
