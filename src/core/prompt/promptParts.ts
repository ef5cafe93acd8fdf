import MarkdownIt from 'markdown-it';

/** A heading, list item or paragraph of a prompt: what its author wrote as one. */
export interface PromptPart {
  readonly kind: 'heading' | 'item' | 'paragraph';
  /** Without the list marker, in the lines of the file. Lines count from 0 in the prompt's body. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** The lead-in or heading that it stands below; empty if none. */
  readonly above: string;
  /** How many lists it stands in; 0 outside lists. */
  readonly depth: number;
}

export interface PartSentence {
  /** From 0 in the prompt's body. */
  readonly line: number;
  readonly lastLine: number;
  readonly text: string;
}

// A long prompt line is often indented, so an indented line is no code. HTML stays text, but for what `foreign` blanks.
const markdown = new MarkdownIt({ html: false }).disable(['code', 'table', 'reference']);

/** Where a block of code starts, perhaps as a list item. Code that ends on the same line is no block. */
export const codeStart = /^([ \t]*)((?:[-*+•]|\d+[.)])[ \t]+)?(`{3,9}(?!.*`)|~{3,9})/m;
/** Not the author's own words to the tutor: blocks of code, quotations, comments, examples. */
const foreign = new RegExp(
  `${codeStart.source}[^]*?(?:\\n[ \\t]*\\3|(?![^]))|^[ \\t]*(?:>.*(?:\\n[ \\t]*>.*)*|<!--[^]*?(?:-->|(?![^]))|<(examples?)[^]*?(?:<\\/\\4[^>\\n]*>?|(?![^])))`,
  'gm',
);
const longestLine = 2_000;

/** A line that holds only tags. It ends a paragraph, and is a part only of the list item that it is indented in. */
const tagLine = /^[ \t]*(?:<\/?[\p{L}_][\w.:-]*(?:[ \t][^<>=\n]*=[^<>\n]*)?[ \t]*\/?>[ \t]*)+$/gmu;
/** A line that a pair of tags encloses is one rule, whose words are the third group. */
export const taggedLine = /^(\s*<([\p{L}_][\w.:-]*)(?:[ \t][^<>=]*=[^<>]*)?>)((?:(?!<\/?\2\b).)+)(<\/\2>)\s*$/u;
export const isTagLine = (line: string): boolean => line.search(tagLine) >= 0;
const isRow = (line: string): boolean => line.startsWith('|');

/** The last line of each block that is not the author's own words, by its first. Lines count from 0. */
export function blocksIn(body: string): Map<number, number> {
  const blocks = new Map(body.split('\n').flatMap((line, at) => (isTagLine(line) ? [[at, at] as const] : [])));
  let [end, line] = [0, 0];
  for (const { index, 0: block } of body.matchAll(foreign)) {
    const from = line + body.slice(end, index).split('\n').length - 1;
    line = from + block.split('\n').length - 1;
    end = index + block.length;
    if (/^\P{L}*?(?:\n|$)/u.test(body.slice(end))) blocks.set(from, line);
  }
  return blocks;
}

export function promptParts(body: string): readonly PromptPart[] {
  const own = body
    .replaceAll(foreign, (block: string, _: string, item: string | undefined, fence: string) =>
      // Code that starts as an item and never ends, ends with its item.
      item !== undefined && !block.endsWith(fence) ? block : block.replaceAll(/[^\n]/g, ''),
    )
    // A rule across the page ends a list; in an item it might be read as words.
    .replaceAll(tagLine, (line) => (/^\s/.test(line) ? '' : '***'))
    .replaceAll(/^(\s*)•(?=\s)/gm, '$1-');
  const parts: PromptPart[] = [];
  let heading = '';
  /** What the lists that are open stand below, outermost first. */
  const leadIns: string[] = [];
  let isHeading = false;
  let isFirstOfItem = false;
  let leadIn = '';
  for (const { type, map, content } of markdown.parse(own, {})) {
    if (type === 'heading_open') isHeading = true;
    else if (type.endsWith('_list_open')) {
      leadIns.push(leadIn);
      leadIn = '';
    } else if (type.endsWith('_list_close')) {
      leadIns.pop();
      leadIn = '';
    } else if (type === 'list_item_open') {
      isFirstOfItem = true;
      leadIn = '';
    } else if (type === 'inline' && map !== null) {
      const lines = content.split('\n').map((text, index) => ({
        at: map[0] + index,
        text: text.trim().replaceAll(/\s+/g, ' ').slice(0, longestLine),
      }));
      const whole = lines.map(({ text }) => text).join(' ');
      const title = isHeading ? whole : /^(?:\*\*|__)([^*_]{1,80})(?:\*\*|__):?$/.exec(whole)?.[1];
      if (title !== undefined && !isFirstOfItem) {
        heading = title;
        leadIn = '';
        parts.push({ kind: 'heading', lines: [{ at: map[0], text: title }], above: '', depth: leadIns.length });
      } else {
        let above = isFirstOfItem ? (leadIns.findLast((one) => one !== '') ?? '') : leadIn;
        let kind: PromptPart['kind'] = isFirstOfItem ? 'item' : 'paragraph';
        for (const group of groupsOf(lines, leadIns.length === 0)) {
          parts.push({ kind, lines: group, above: above || heading, depth: leadIns.length });
          leadIn = /[:：]$/.test(group.at(-1)?.text ?? '') ? (sentencesOf({ lines: group }).at(-1)?.text ?? '') : '';
          above = leadIn;
          kind = 'paragraph';
        }
      }
      isHeading = false;
      isFirstOfItem = false;
    }
  }
  return parts;
}

/** A line that ends in a colon leads in what follows. Outside lists, tables and tagged lines stand by themselves. */
function groupsOf(lines: PromptPart['lines'], isOutside: boolean): readonly PromptPart['lines'][] {
  const groups: PromptPart['lines'][number][][] = [];
  let last = ':';
  for (const line of lines) {
    const isApart =
      isOutside && (isRow(last) !== isRow(line.text) || [last, line.text].some((one) => taggedLine.test(one)));
    if (/[:：]$/.test(last) || isApart) groups.push([]);
    groups.at(-1)?.push(line);
    last = line.text;
  }
  return groups;
}

// What often ends a sentence, such as "usw.", is not among them.
const abbreviation =
  /(?<!\p{L})(?:\p{L}{1,2}\.(?:\p{L}{1,2}\.)+|\p{L}\.(?: \p{L}{1,2}\.)+|(?:etc|vs|Dr|Mr|Ms|Mrs|Prof|ca|max|Nr|bzw|vgl|ggf|evtl|bspw|inkl|resp|dvs|bijv)\.)(?= )/gu;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences with their lines. None ends inside a quotation, comment, table or pair of tags, or at an abbreviation. */
export function sentencesOf({ lines }: Pick<PromptPart, 'lines'>): readonly PartSentence[] {
  const all = lines.map(({ text }) => text).join(' ');
  const whole = all.replace(taggedLine, '$3');
  const isWhole = whole !== all || lines.every(({ text }) => isRow(text));
  const masked = whole
    .replaceAll(/"[^"]{0,300}"|“[^”]{0,300}”|<!--[^]*?-->/g, (quoted) => quoted.replaceAll(/[.!?…](?!["”])/g, '_'))
    .replaceAll(abbreviation, (word) => word.replaceAll('.', '_'));
  let end = 0;
  const ends = lines.map(({ at, text }) => ({ at, end: (end += text.length + 1) }));
  const lineAt = (position: number): number => ends.find((line) => position < line.end)?.at ?? 0;
  return [...(isWhole ? [{ index: 0, segment: whole }] : segmenter.segment(masked))].flatMap(({ index, segment }) => {
    const text = whole.slice(index, index + segment.length).trim();
    if (text === '') return [];
    return [{ line: lineAt(index), lastLine: lineAt(index + text.length - 1), text }];
  });
}
