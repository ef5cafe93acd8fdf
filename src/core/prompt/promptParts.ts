import { anywhere, cases, closesWhatFollows, placeOfHeading, placeOfTitle, within, type Place } from './placeOfTitle';

/** A piece of running text of a prompt: a paragraph, a list item, a heading, a table cell, a quotation or code. */
export interface PromptPart {
  readonly kind: 'text' | 'heading' | 'foreign';
  /** Its lines, trimmed and without markers. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** What the heading, the lead-in or the column says of the place. */
  readonly place: Place;
  /** True for a list item, whose first sentence may say when the others hold. */
  readonly isItem?: boolean;
}

const marker = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+/;

/** A line that only opens or closes a tag: "<example>". */
const tag = /^<(\/?)([\w-]{1,60})>$/;

/**
 * Takes a prompt apart into pieces of text, in one pass over its lines. `stated` says of a title whether it is a rule itself:
 * what stands below "Never give the answer" is not forbidden by it.
 */
export function promptParts(body: string, stated: (title: string) => boolean): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  const headings: { level: number; place: Place }[] = [];
  const items: { indent: number; place: Place }[] = [];
  const tags: { name: string; place: Place }[] = [];
  let leadIn: Place = anywhere;
  let open:
    | {
        kind: PromptPart['kind'];
        lines: { at: number; text: string }[];
        place: Place;
        indent?: number;
        isItem?: boolean;
      }
    | undefined;
  let fence: string | undefined;
  let columns: readonly Place[] | undefined;
  const headed = (): Place => {
    const inTag = tags.length === 0 ? anywhere : tags.at(-1)?.place;
    return within(inTag, headings.length === 0 ? anywhere : headings.at(-1)?.place);
  };
  const below = (title: string): Place => (stated(title) ? anywhere : placeOfTitle(title));
  /** A text announces what follows by a colon, or by being no sentence: "Style". All cases may be named before. */
  const announced = (text: string): Place => {
    const last = /[^.!?]*[.!?]?$/.exec(text)?.[0] ?? text;
    const place = /[:\p{L}\d)]\**$/u.test(text) ? below(last) : closesWhatFollows(last) ? undefined : anywhere;
    return place === anywhere && placeOfTitle(text) === cases ? cases : place;
  };
  const close = (): void => {
    if (open === undefined) return;
    parts.push(open);
    const text = open.lines.map((line) => line.text).join(' ');
    if (open.indent !== undefined)
      items.push({ indent: open.indent, place: within(open.place, stated(text) ? anywhere : announced(text)) });
    else if (open.kind === 'text') leadIn = announced(text);
    open = undefined;
  };
  const startSection = (at: number, level: number, title: string): void => {
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
    const outer = headed();
    parts.push({ kind: 'heading', lines: [{ at, text: title }], place: outer });
    headings.push({ level, place: within(outer, stated(title) ? anywhere : placeOfHeading(title)) });
    items.length = 0;
    leadIn = anywhere;
  };
  body.split('\n').forEach((line, at) => {
    const text = line.trim().replaceAll(/\s+/g, ' ').slice(0, 2_000);
    const fenced =
      /^(?:```|~~~)/.exec(text)?.[0] ??
      (fence === '-->' && text.endsWith(fence) ? fence : undefined) ??
      (/^<!--(?!.*-->)/.test(text) ? '-->' : undefined);
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
    if (open?.kind === 'text' && open.indent === undefined && open.lines.length === 1 && /^(?:=+|-{2,})$/.test(text)) {
      const title = open.lines[0]?.text ?? '';
      if (!/[.!?:]$/.test(title)) {
        open = undefined;
        startSection(at - 1, text.startsWith('=') ? 1 : 2, title);
        return;
      }
    }
    if (!text.startsWith('|')) columns = undefined;
    const tagged = tag.exec(text);
    if (text === '' || /^(?:-{3,}|\*{3,}|={3,})$/.test(text) || tagged !== null) {
      close();
      if (tagged?.[2] === undefined) return;
      const name = tagged[2].replaceAll(/[-_]/g, ' ');
      const from = tags.map((one) => one.name).lastIndexOf(name);
      if (tagged[1] === '') tags.push({ name, place: within(headed(), placeOfTitle(name)) });
      else if (from >= 0) tags.length = from;
      leadIn = anywhere;
      return;
    }
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text) ?? /^(\*\*|__)([^*_]{1,80}?:?)\1(:?)$/.exec(text);
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      close();
      startSection(at, heading[1].startsWith('#') ? heading[1].length : 7, `${heading[2]}${heading[3] ?? ''}`);
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
        columns = cells.map((cell) => placeOfTitle(cell));
        return;
      }
      const first = cells[0] ?? '';
      const row = cells.length < 2 || stated(first) ? anywhere : placeOfTitle(first);
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
      open = { kind: 'text', lines: [{ at, text: text.replace(marker, '') }], place, indent, isItem: true };
      return;
    }
    if (open === undefined) {
      const indent = line.length - line.trimStart().length;
      while (indent === 0 && items.length > 0) items.pop();
      // A paragraph right below "Example:" is one.
      open = { kind: 'text', lines: [], place: within(items.length > 0 ? items.at(-1)?.place : headed(), leadIn) };
    }
    open.lines.push({ at, text });
    // What stands on the line below "Example:" belongs to the lead-in.
    if (text.endsWith(':') && open.indent === undefined) close();
  });
  close();
  return parts;
}
