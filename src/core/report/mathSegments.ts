/** A piece of text: words as they are, or a formula. `written` holds the delimiters too, for when it cannot be drawn. */
export type MathSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'math'; readonly source: string; readonly display: boolean; readonly written: string };

interface Delimiter {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
}

/** Longest first, so that `$$` is not read as an empty `$…$`. */
const delimiters: readonly Delimiter[] = [
  { open: '$$', close: '$$', display: true },
  { open: '$', close: '$', display: false },
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
];

/** Characters. Nobody reads a longer formula, and drawing time grows with length. */
const longest = 2_000;
const opening = /\\[([\\$]|\$\$?/g;
const latexSign = /[\\^_={]/;
const operatorBetween = /[\p{L}\p{N})]\s*[-+*/<>\u2212\u00B1\u00B7\u00D7\u00F7\u2260\u2264\u2265]\s*[\p{L}\p{N}(]/u;
const singleLetter = /^\p{L}$/u;
const touchedByWord = /[\p{L}\p{N}]/u;
const moneyAndProse = /^\d.*\p{L}{3,}/su;

/**
 * Splits text at its formulas: `\(…\)`, `\[…\]`, `$$…$$` and, with care, `$…$`. One dollar sign is more often money than
 * mathematics, so `$…$` counts only when nothing but a formula could be meant. The pieces together are the text again.
 * Runs in time linear in the text, whatever the text.
 */
export function mathSegments(text: string): readonly MathSegment[] {
  const segments: MathSegment[] = [];
  const closings = new Closings(text);
  const search = new RegExp(opening);
  let from = 0;
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const [found] = match;
    const delimiter = delimiters.find(({ open }) => open === found);
    // `\\` and `\$` stand for themselves.
    if (delimiter === undefined) continue;
    const start = match.index + delimiter.open.length;
    const end = formulaEnd(text, start, delimiter, closings);
    if (end === undefined) {
      // The second sign of a `$$` that opens nothing may still open a `$…$`, but a price list is likelier: it is passed over.
      continue;
    }
    const after = end + delimiter.close.length;
    if (match.index > from) segments.push({ kind: 'text', text: text.slice(from, match.index) });
    segments.push({
      kind: 'math',
      source: text.slice(start, end),
      display: delimiter.display,
      written: text.slice(match.index, after),
    });
    from = after;
    search.lastIndex = after;
  }
  if (from < text.length || segments.length === 0) segments.push({ kind: 'text', text: text.slice(from) });
  return segments;
}

function formulaEnd(text: string, start: number, { close }: Delimiter, closings: Closings): number | undefined {
  const end = closings.after(close, start);
  if (end === undefined || end === start || end - start > longest) return undefined;
  const source = text.slice(start, end);
  // A formula never spans paragraphs; an opening sign that does has no partner.
  if (source.trim() === '' || /\n\s*\n/.test(source)) return undefined;
  if (close === '$' && !isInlineDollar(text, start, end, source)) return undefined;
  return end;
}

function isInlineDollar(text: string, start: number, end: number, source: string): boolean {
  if (/^\s|\s$/.test(source) || /\d/.test(text[end + 1] ?? '')) return false;
  // `US$5` and `x$`: a sign that touches a word on its left opens nothing.
  if (touchedByWord.test(text[start - 2] ?? ' ')) return false;
  if (singleLetter.test(source) || latexSign.test(source)) return true;
  return operatorBetween.test(source) && !moneyAndProse.test(source);
}

/** Where closing signs are. Remembers the next one of each kind, so that many openings do not search the same text again. */
class Closings {
  readonly #text: string;
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The first unescaped `close` at or behind `from`. Calls for one sign must go forward through the text. */
  after(close: string, from: number): number | undefined {
    let at = this.#next.get(close) ?? -1;
    if (at < from) at = this.#find(close, from);
    this.#next.set(close, at);
    return at === Number.POSITIVE_INFINITY ? undefined : at;
  }

  #find(close: string, from: number): number {
    for (let at = this.#text.indexOf(close, from); at !== -1; at = this.#text.indexOf(close, at + 1)) {
      if (!this.#isEscaped(at, from)) return at;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** An odd number of backslashes before a sign takes its meaning. Counted back to `from` at most. */
  #isEscaped(at: number, from: number): boolean {
    let slashes = 0;
    while (at - slashes > from && this.#text[at - slashes - 1] === '\\') slashes += 1;
    return slashes % 2 === 1;
  }
}
