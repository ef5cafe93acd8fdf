import { visibleReply } from '../visibleReply';

/** `problem` is one sentence that can be sent to a judge. */
export type JsonObjectSearch =
  | { readonly kind: 'found'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'none'; readonly problem: string };

/**
 * The last complete top-level JSON object of a judge's reply, outside think traces. Never throws; linear time. Objects
 * inside a broken object are ignored, so that half a sentence cannot become a verdict. Backslashes without a JSON
 * escape (LaTeX) are doubled, and raw control characters are escaped.
 */
export function lastJsonObject(text: string): JsonObjectSearch {
  const visible = visibleReply(text);
  const { complete, cutOff } = topLevelObjects(visible);
  let syntax: string | undefined;
  for (const { start, end } of complete.slice(-mostTried).reverse()) {
    const raw = visible.slice(start, end);
    try {
      // JSON that starts with a brace parses to an object.
      return { kind: 'found', value: JSON.parse(mendStrings(raw)) as Readonly<Record<string, unknown>> };
    } catch (error) {
      syntax ??= error instanceof Error ? error.message : String(error);
    }
  }
  if (cutOff) return { kind: 'none', problem: 'The JSON object is cut off before its closing brace.' };
  if (syntax !== undefined) return { kind: 'none', problem: `The JSON object is not valid: ${syntax.slice(0, 200)}` };
  return { kind: 'none', problem: 'There is no JSON object in the reply.' };
}

/** Every failed parse builds an error. A reply that ends in this many broken objects has no answer. */
const mostTried = 100;

/** Text offsets; `end` is exclusive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

export function jsonObjectsIn(text: string): readonly Extent[] {
  return topLevelObjects(text).complete;
}

/** Leaves a blank for each, so that the words around it do not join. */
export function withoutExtents(text: string, parts: readonly Extent[]): string {
  const starts = [0, ...parts.map(({ end }) => end)];
  return starts.map((from, position) => text.slice(from, parts[position]?.start)).join(' ');
}

// Only these characters change the meaning of a brace; the scan can skip the others.
const landmark = /["\\{}]/g;

function topLevelObjects(text: string): { complete: Extent[]; cutOff: boolean } {
  const complete: Extent[] = [];
  const marks = new RegExp(landmark);
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const character = mark[0];
    if (inString) {
      if (character === '\\') marks.lastIndex += 1;
      else if (character === '"') inString = false;
    } else if (character === '{') {
      if (depth > 0) depth += 1;
      else if (startsObject(text, marks.lastIndex)) {
        depth = 1;
        start = mark.index;
      }
    } else if (depth > 0) {
      if (character === '"') inString = true;
      else if (character === '}') {
        depth -= 1;
        if (depth === 0) complete.push({ start, end: marks.lastIndex });
      }
    }
  }
  return { complete, cutOff: depth > 0 };
}

/** Whether a brace in running text opens an object: sets like `{1, 2}` and LaTeX groups do not. */
function startsObject(text: string, afterBrace: number): boolean {
  let at = afterBrace;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text[at] === '"' || text[at] === '}';
}

function mendStrings(json: string): string {
  const pieces: string[] = [];
  let [from, isInString] = [0, false];
  for (const { 0: mark, index } of json.matchAll(/\\[^]?|"/g)) {
    if (mark !== '"') continue;
    const piece = json.slice(from, index);
    pieces.push(isInString ? mendString(piece) : piece);
    isInString = !isInString;
    from = index;
  }
  return [...pieces, json.slice(from)].join('');
}

// An escape (with the four digits of \u), or a raw control character below the space.
const slip = /\\(u[0-9a-fA-F]{4}|[\s\S])|[^ -\uffff]/g;

/** `\b` and `\f` before a letter are LaTeX (`\beta`, `\frac`): judges write no backspaces or form feeds. */
function mendString(content: string): string {
  return content.replace(slip, (match: string, escape: string | undefined, offset: number) => {
    if (escape === undefined) return escaped(match);
    const known = escape.length === 5 || /^["\\/nrt]$/.test(escape);
    const rare = escape === 'b' || escape === 'f';
    const letterNext = /^[A-Za-z]/.test(content.slice(offset + 2, offset + 3));
    if (known || (rare && !letterNext)) return match;
    // A raw control character after the backslash must also be escaped.
    return `\\\\${escape < ' ' ? escaped(escape) : escape}`;
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
