import { standingOf } from './readSentence';
import type { Standing } from './rulePhrases';

/** A piece of running text of a prompt: a paragraph, a list item, a heading, a table cell, a quotation or code. */
export interface PromptPart {
  readonly kind: 'text' | 'heading' | 'foreign';
  /** Its lines, trimmed and without markers. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** What the heading, the lead-in or the column says of the place; `undefined` where sentences there are no rules, as below "Avoid". */
  readonly place: ReadonlySet<Standing> | undefined;
}

type Place = PromptPart['place'];
const anywhere: ReadonlySet<Standing> = new Set();
/** What is below a title with these words is no list of rules: what to avoid, examples, conditions, words of others. */
const closing =
  /\b(?:not|never|no|nothing|without|avoid|stop|don'?ts?|forbidden|prohibited|bad|poor|wrong way|examples?|samples?|unless|until|except|only|ignore|previous|old|earlier|former|outdated|student says|user says|they say|transcript|conversation|dialogue|anti-?patterns?|pitfalls?|instead|myths?|reasons?|why|background|optional|may|can|could|if asked|translation)\b|n't\b/i;
const condition = /^(?:if|when|whenever|once|after|in case|for|with|during|on|at|in)\b/i;

/** What a title, a lead-in or the head of a column makes of the place below it. */
function placeOf(title: string): Place {
  const plain = title.replaceAll(/[*_:’]/g, (mark) => (mark === '’' ? "'" : '')).trim();
  const standing = standingOf(plain.toLowerCase());
  // A text that names all of them only announces the cases.
  if (standing.size === 3) return anywhere;
  if (standing.size > 0 && !/\b(?:avoid|never|don't|do not|examples?)\b/i.test(plain)) return standing;
  return closing.test(plain) || condition.test(plain) ? undefined : anywhere;
}

function within(outer: Place, inner: Place): Place {
  if (outer === undefined || inner === undefined) return undefined;
  return inner.size > 0 ? inner : outer;
}

const marker = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+/;

/**
 * Takes a prompt apart into pieces of text, in one pass over its lines. `stated` says of a title whether it is a rule itself:
 * what stands below "Never give the answer" is not forbidden by it.
 */
export function promptParts(body: string, stated: (title: string) => boolean): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  const headings: { level: number; place: Place }[] = [];
  const items: { indent: number; place: Place }[] = [];
  let leadIn: Place = anywhere;
  let open:
    { kind: PromptPart['kind']; lines: { at: number; text: string }[]; place: Place; indent?: number } | undefined;
  let fence: string | undefined;
  let columns: readonly Place[] | undefined;
  const headed = (): Place => headings.at(-1)?.place ?? (headings.length === 0 ? anywhere : undefined);
  const below = (title: string): Place => (stated(title) ? anywhere : placeOf(title));
  const close = (): void => {
    if (open === undefined) return;
    parts.push(open);
    const text = open.lines.map((line) => line.text).join(' ');
    const last = /[^.!?]*[:.!?]?$/.exec(text.trimEnd())?.[0] ?? text;
    if (open.indent !== undefined)
      items.push({ indent: open.indent, place: within(open.place, below(text.trimEnd().endsWith(':') ? last : text)) });
    else if (open.kind === 'text') leadIn = /:\**$/.test(text) ? below(last) : anywhere;
    open = undefined;
  };
  body.split('\n').forEach((line, at) => {
    const text = line.trim().replaceAll(/\s+/g, ' ').slice(0, 2_000);
    const fenced = /^(?:```|~~~)/.exec(text)?.[0];
    if (fence !== undefined || fenced !== undefined) {
      if (fence === undefined) {
        close();
        fence = fenced;
        open = { kind: 'foreign', lines: [], place: undefined };
      } else if (fenced === fence) {
        fence = undefined;
        close();
      } else if (text !== '') open?.lines.push({ at, text });
      return;
    }
    if (!text.startsWith('|')) columns = undefined;
    if (text === '' || /^(?:-{3,}|\*{3,}|={3,}|<\/?[\w-]+>)$/.test(text)) {
      close();
      return;
    }
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text) ?? /^(\*\*|__)([^*_]{1,80}?):?\1:?$/.exec(text);
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      close();
      const level = heading[1].startsWith('#') ? heading[1].length : 7;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      const outer = headed();
      parts.push({ kind: 'heading', lines: [{ at, text: heading[2] }], place: outer });
      headings.push({ level, place: within(outer, below(heading[2])) });
      items.length = 0;
      leadIn = anywhere;
      return;
    }
    if (text.startsWith('|')) {
      close();
      const cells = text
        .replace(/^\|/, '')
        .replace(/\|$/, '')
        .split('|')
        .map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
      if (columns === undefined) {
        columns = cells.map(placeOf);
        return;
      }
      const row = cells.length > 1 ? placeOf(cells[0] ?? '') : anywhere;
      cells.forEach((cell, index) => {
        const place = within(headed(), within(columns?.[index], index === 0 ? anywhere : row));
        if (cell !== '') parts.push({ kind: 'text', lines: [{ at, text: cell }], place });
      });
      return;
    }
    if (text.startsWith('>')) {
      if (open?.kind !== 'foreign') close();
      open ??= { kind: 'foreign', lines: [], place: undefined };
      open.lines.push({ at, text: text.replace(/^[>\s]+/, '') });
      return;
    }
    if (open?.kind === 'foreign') close();
    const item = marker.exec(line);
    if (item !== null) {
      close();
      const indent = item[1]?.length ?? 0;
      while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
      const place = items.length > 0 ? items.at(-1)?.place : within(headed(), leadIn);
      open = { kind: 'text', lines: [{ at, text: text.replace(marker, '') }], place, indent };
      return;
    }
    if (open === undefined) {
      const indent = line.length - line.trimStart().length;
      while (indent === 0 && items.length > 0) items.pop();
      // A paragraph right below "Example:" is one.
      open = { kind: 'text', lines: [], place: within(items.length > 0 ? items.at(-1)?.place : headed(), leadIn) };
    }
    open.lines.push({ at, text });
  });
  close();
  return parts;
}
