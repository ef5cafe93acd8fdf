import { readPromptFile } from '../prompt/promptFile';
import { readRules } from '../prompt/readRules';
import type { PromptRule } from '../prompt/rules';

/** One line of two prompts; lines count from 0 in what is sent, front matter and outer blank lines removed. */
export type DiffLine =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number };

/** A rule that one prompt states and the other does not, or states in other words. */
export type RuleChange =
  | { readonly kind: 'added'; readonly after: PromptRule }
  | { readonly kind: 'removed'; readonly before: PromptRule }
  | { readonly kind: 'changed'; readonly before: PromptRule; readonly after: PromptRule };

export interface PromptChange {
  readonly lines: readonly DiffLine[];
  readonly rules: readonly RuleChange[];
}

/** What changed between two texts of a prompt file. The texts are whole files; what is sent is compared. */
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
  return editScript(beforeLines, afterLines).map(({ kind, token }): DiffLine => {
    if (kind === 'removed') return { kind, text: token, before: before++ };
    if (kind === 'added') return { kind, text: token, after: after++ };
    return { kind, text: token, before: before++, after: after++ };
  });
}

/** A rule that only moved is none. One that is gone and one of the same kind that is new, in order, are one that changed. */
function ruleChanges(before: readonly PromptRule[], after: readonly PromptRule[]): readonly RuleChange[] {
  const gone = without(before, after);
  const fresh = without(after, before);
  const changes: RuleChange[] = [];
  for (const rule of gone) {
    const place = fresh.findIndex(({ id }) => id === rule.id);
    const [successor] = place < 0 ? [] : fresh.splice(place, 1);
    changes.push(
      successor === undefined ? { kind: 'removed', before: rule } : { kind: 'changed', before: rule, after: successor },
    );
  }
  return [...changes, ...fresh.map((rule): RuleChange => ({ kind: 'added', after: rule }))];
}

/** The rules that are not among the others word for word, each of those used up once. */
function without(rules: readonly PromptRule[], others: readonly PromptRule[]): PromptRule[] {
  const known = new Map<string, number>();
  for (const { id, text } of others) known.set(`${id} ${text}`, (known.get(`${id} ${text}`) ?? 0) + 1);
  return rules.filter(({ id, text }) => {
    const left = known.get(`${id} ${text}`) ?? 0;
    known.set(`${id} ${text}`, left - 1);
    return left <= 0;
  });
}

/** One step from one list to another: tokens that both have, or one that only the first or the second has. */
interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  readonly token: string;
}

/** Edits beyond which two lists count as having nothing in common; bounds time and memory to some million steps. */
const mostEdits = 1_000;

/**
 * The shortest way from `before` to `after`, by Myers’ greedy algorithm ("An O(ND) Difference Algorithm and Its Variations",
 * 1986), removals before additions. Lists that differ in more than a thousand places are given as removed and added whole,
 * apart from their common ends.
 */
export function editScript(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const inner = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)] as const;
  return [
    ...before.slice(0, start).map((token): Edit => ({ kind: 'same', token })),
    ...removalsFirst(shortestEdits(...inner) ?? wholeExchange(...inner)),
    ...before.slice(before.length - tail).map((token): Edit => ({ kind: 'same', token })),
  ];
}

function wholeExchange(before: readonly string[], after: readonly string[]): readonly Edit[] {
  return [
    ...before.map((token): Edit => ({ kind: 'removed', token })),
    ...after.map((token): Edit => ({ kind: 'added', token })),
  ];
}

/** `undefined` when there are more edits than are looked for. */
function shortestEdits(before: readonly string[], after: readonly string[]): readonly Edit[] | undefined {
  const limit = Math.min(before.length + after.length, mostEdits);
  // reach[diagonal + limit + 1]: how far in `before` the best path on that diagonal (place in before − place in after) is.
  const reach = new Int32Array(2 * limit + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    // Only the diagonals in use are kept: the sum over all steps is what bounds the memory.
    history.push(reach.slice(limit - edits, limit + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const left = reach[limit + diagonal] ?? 0;
      const right = reach[limit + diagonal + 2] ?? 0;
      let place = diagonal === -edits || (diagonal !== edits && left < right) ? right : left + 1;
      while (place < before.length && place - diagonal < after.length && before[place] === after[place - diagonal])
        place += 1;
      reach[limit + diagonal + 1] = place;
      if (place >= before.length && place - diagonal >= after.length) return trace(before, after, history);
    }
  }
  return undefined;
}

/** Walks back from the end through what was reached with one edit less each time. */
function trace(before: readonly string[], after: readonly string[], history: readonly Int32Array[]): readonly Edit[] {
  const edits: Edit[] = [];
  let place = before.length;
  let other = after.length;
  for (let count = history.length - 1; count >= 0; count -= 1) {
    // Index of a diagonal in the kept part: diagonal + count + 1.
    const reach = history[count] ?? new Int32Array();
    const diagonal = place - other;
    const left = reach[diagonal + count] ?? 0;
    const right = reach[diagonal + count + 2] ?? 0;
    const isAddition = diagonal === -count || (diagonal !== count && left < right);
    const from = count === 0 ? 0 : isAddition ? right : left;
    const fromOther = count === 0 ? 0 : from - (isAddition ? diagonal + 1 : diagonal - 1);
    while (place > from && other > fromOther) {
      place -= 1;
      other -= 1;
      edits.push({ kind: 'same', token: before[place] ?? '' });
    }
    if (count > 0 && isAddition) edits.push({ kind: 'added', token: after[(other -= 1)] ?? '' });
    else if (count > 0) edits.push({ kind: 'removed', token: before[(place -= 1)] ?? '' });
  }
  return edits.reverse();
}

/** Between two common tokens, what was removed comes before what was added. */
function removalsFirst(edits: readonly Edit[]): readonly Edit[] {
  const ordered: Edit[] = [];
  let added: Edit[] = [];
  for (const edit of edits) {
    if (edit.kind === 'added') added.push(edit);
    else {
      if (edit.kind === 'same') {
        for (const one of added) ordered.push(one);
        added = [];
      }
      ordered.push(edit);
    }
  }
  return [...ordered, ...added];
}

/** A piece of two texts; the `same` and `removed` ones in order are the first text, the `same` and `added` ones the second. */
export interface DiffSegment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Characters of both texts beyond which lines are compared and not words. */
const longest = 40_000;

/**
 * What changed between two replies, word by word. Words are found by Unicode's rules, so that scripts without blanks between
 * words are cut too and no character is cut in two. Blanks between two changed words belong to the change.
 */
export function wordDiff(before: string, after: string): readonly DiffSegment[] {
  const tokensOf = before.length + after.length > longest ? linesWithEnds : wordsOf;
  return merged(editScript(tokensOf(before), tokensOf(after)));
}

function wordsOf(text: string): readonly string[] {
  // The language decides nothing here but is named, so that the result does not hang on the machine's own.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function linesWithEnds(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function merged(edits: readonly Edit[]): readonly DiffSegment[] {
  const segments: DiffSegment[] = [];
  const open = { same: '', removed: '', added: '' };
  const push = (kind: DiffSegment['kind'], text: string): void => {
    if (text !== '') segments.push({ kind, text });
  };
  const close = (): void => {
    push('removed', open.removed);
    push('added', open.added);
    push('same', open.same);
    open.same = open.removed = open.added = '';
  };
  for (const { kind, token } of edits) {
    if (kind === 'same') open.same += token;
    else {
      const isChanging = open.removed !== '' || open.added !== '';
      if (isChanging && /^\s+$/.test(open.same)) {
        // A blank between two changes: part of both texts, so part of both sides of the change.
        open.removed += open.same;
        open.added += open.same;
        open.same = '';
      } else if (open.same !== '') close();
      open[kind] += token;
    }
  }
  close();
  return segments;
}
