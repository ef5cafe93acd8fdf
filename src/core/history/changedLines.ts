import { readPromptFile } from '../prompt/promptFile';
import { readRules } from '../prompt/readRules';
import type { PromptRule } from '../prompt/rules';

/** One line of a diff. Numbers count from 0 in what is sent, without front matter and outer blank lines. */
export type DiffLine =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number };

export type RuleChange =
  | { readonly kind: 'added'; readonly after: PromptRule }
  | { readonly kind: 'removed'; readonly before: PromptRule }
  | { readonly kind: 'changed'; readonly before: PromptRule; readonly after: PromptRule };

export interface PromptChange {
  readonly lines: readonly DiffLine[];
  readonly rules: readonly RuleChange[];
}

/** What changed between two prompt files. Takes whole files and compares what is sent. */
export function changedLines(beforeText: string, afterText: string): PromptChange {
  const before = readPromptFile('', beforeText).template.body;
  const after = readPromptFile('', afterText).template.body;
  return { lines: diffLines(linesOf(before), linesOf(after)), rules: ruleChanges(readRules(before), readRules(after)) };
}

function linesOf(body: string): readonly string[] {
  return body === '' ? [] : body.split('\n');
}

function diffLines(beforeLines: readonly string[], afterLines: readonly string[]): readonly DiffLine[] {
  let before = 0;
  let after = 0;
  return editScript(beforeLines, afterLines).map(({ kind, text }): DiffLine => {
    if (kind === 'removed') return { kind, text, before: before++ };
    if (kind === 'added') return { kind, text, after: after++ };
    return { kind, text, before: before++, after: after++ };
  });
}

/** A moved rule is no change. A removed and an added rule of the same kind are one changed rule. */
function ruleChanges(before: readonly PromptRule[], after: readonly PromptRule[]): readonly RuleChange[] {
  const fresh = without(after, before);
  const changes = without(before, after).map((rule): RuleChange => {
    const position = fresh.findIndex(({ id }) => id === rule.id);
    const [successor] = position < 0 ? [] : fresh.splice(position, 1);
    return successor === undefined
      ? { kind: 'removed', before: rule }
      : { kind: 'changed', before: rule, after: successor };
  });
  return [...changes, ...fresh.map((rule): RuleChange => ({ kind: 'added', after: rule }))];
}

/** Rules without an identical partner among the others; each partner is used once. */
function without(rules: readonly PromptRule[], others: readonly PromptRule[]): PromptRule[] {
  const left = others.map(({ id, text }) => `${id} ${text}`);
  return rules.filter(({ id, text }) => {
    const position = left.indexOf(`${id} ${text}`);
    if (position >= 0) left.splice(position, 1);
    return position < 0;
  });
}

/** Above this many characters in both texts, lines are compared instead of words. */
const longest = 40_000;

/**
 * Word-level diff of two replies. Unicode rules find the words, so that scripts without spaces work too. Whitespace
 * between two changed words belongs to the change.
 */
export function wordDiff(before: string, after: string): readonly DiffSegment[] {
  const tokensOf = before.length + after.length > longest ? linesWithEnds : wordsOf;
  return merged(editScript(tokensOf(before), tokensOf(after)));
}

function wordsOf(text: string): readonly string[] {
  // Fixed, so that the result does not depend on the machine's language.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function linesWithEnds(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function merged(edits: readonly DiffSegment[]): readonly DiffSegment[] {
  const segments: DiffSegment[] = [];
  const open = { removed: '', added: '', same: '' };
  const close = (): void => {
    for (const kind of ['removed', 'added', 'same'] as const) {
      if (open[kind] !== '') segments.push({ kind, text: open[kind] });
      open[kind] = '';
    }
  };
  for (const { kind, text } of edits) {
    const isChanging = open.removed !== '' || open.added !== '';
    if (kind !== 'same' && isChanging && /^\s+$/.test(open.same)) {
      // Whitespace between two changes is in both texts, so it joins both sides of the change.
      open.removed += open.same;
      open.added += open.same;
      open.same = '';
    } else if (kind !== 'same' && open.same !== '') close();
    open[kind] += text;
  }
  close();
  return segments;
}

/** A piece of a diff. `same` and `removed` give the first text; `same` and `added` give the second. */
export interface DiffSegment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this many edits, two lists count as entirely different. Bounds the work to some million steps. */
const mostEdits = 1_000;

/**
 * The shortest edit script from `before` to `after`, removals before additions. Beyond a thousand edits the middle is
 * given as removed and added whole; common ends are kept.
 */
export function editScript(before: readonly string[], after: readonly string[]): readonly DiffSegment[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const removed = before.slice(start, before.length - tail);
  const added = after.slice(start, after.length - tail);
  return [
    ...segments('same', before.slice(0, start)),
    ...(shortestEdits(removed, added) ?? [...segments('removed', removed), ...segments('added', added)]),
    ...segments('same', before.slice(before.length - tail)),
  ];
}

function segments(kind: DiffSegment['kind'], texts: readonly string[]): readonly DiffSegment[] {
  return texts.map((text) => ({ kind, text }));
}

/** How far a path reaches on its diagonal (index in `before` − index in `after`), and the path one edit shorter. */
interface Reach {
  readonly position: number;
  readonly diagonal: number;
  readonly from: Reach | undefined;
}

/** Myers’ greedy algorithm, "An O(ND) Difference Algorithm" (1986). `undefined` beyond `mostEdits`. */
function shortestEdits(before: readonly string[], after: readonly string[]): readonly DiffSegment[] | undefined {
  const best = new Map<number, Reach>();
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [removal, addition] = [best.get(diagonal - 1), best.get(diagonal + 1)];
      const isAddition =
        diagonal === -edits || (diagonal !== edits && (removal?.position ?? 0) < (addition?.position ?? 0));
      const from = isAddition ? addition : removal;
      let position = (from?.position ?? 0) + Number(!isAddition);
      while (
        position < before.length &&
        position - diagonal < after.length &&
        before[position] === after[position - diagonal]
      )
        position += 1;
      const reach = { position, diagonal, from };
      best.set(diagonal, reach);
      if (position >= before.length && position - diagonal >= after.length) return segmentsTo(reach, before, after);
    }
  }
  return undefined;
}

function segmentsTo(end: Reach, before: readonly string[], after: readonly string[]): readonly DiffSegment[] {
  const path: Reach[] = [];
  for (let reach: Reach | undefined = end; reach !== undefined; reach = reach.from) path.unshift(reach);
  const found: (readonly DiffSegment[])[] = [];
  // Between two common tokens, what was removed comes before what was added.
  let added: string[] = [];
  for (const { position, diagonal, from } of path) {
    const last = from?.position ?? 0;
    const isRemoval = from !== undefined && diagonal > from.diagonal;
    if (isRemoval) found.push(segments('removed', before.slice(last, last + 1)));
    else if (from !== undefined) added.push(...after.slice(last - from.diagonal, last - from.diagonal + 1));
    const common = before.slice(last + Number(isRemoval), position);
    if (common.length === 0) continue;
    found.push(segments('added', added), segments('same', common));
    added = [];
  }
  return [...found, segments('added', added)].flat();
}
