import { diffArrays } from 'diff';
import { type PromptFile, readPromptFile } from '../prompt/promptFile';
import { promptRules, type Rule, type RuleEdit, ruleEdits } from '../prompt/promptRules';
import { textBeside } from '../prompt/withoutRules';

/** One line of a diff. Numbers count from 0 in what is sent, without front matter and outer blank lines. */
export type DiffLine =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number };

export interface PromptChange {
  readonly lines: readonly DiffLine[];
  readonly rules: readonly RuleEdit[];
  /** Whether one rule is all that changed. Spaces and marks of lists do not count. */
  readonly isOneRule: boolean;
}

/** What changed between two prompt files. Takes whole files and compares what is sent. */
export function changedLines(beforeText: string, afterText: string): PromptChange {
  const [before, after] = [readPromptFile('', beforeText), readPromptFile('', afterText)];
  let [old, now] = [0, 0];
  const lines = editScript(linesOf(before), linesOf(after)).map(({ kind, text }): DiffLine => {
    if (kind === 'removed') return { kind, text, before: old++ };
    if (kind === 'added') return { kind, text, after: now++ };
    return { kind, text, before: old++, after: now++ };
  });
  const rules = ruleEdits(promptRules(before), promptRules(after));
  const [edit] = rules;
  const sides: { readonly before?: Rule; readonly after?: Rule } = edit ?? {};
  const place = edit?.kind === 'changed' ? ' … ' : '';
  const isOneRule =
    rules.length === 1 && textBeside(before, sides.before, place) === textBeside(after, sides.after, place);
  return { lines, rules, isOneRule };
}

function linesOf({ template: { body } }: PromptFile): readonly string[] {
  return body === '' ? [] : body.split('\n');
}

/** Above this many characters in both texts, lines are compared instead of words. */
const longest = 40_000;

/** Words that differ between two replies, in any script. Whitespace between two changed words counts as changed. */
export function wordDiff(before: string, after: string): readonly DiffSegment[] {
  const isLong = before.length + after.length > longest;
  const tokensOf = (text: string): readonly string[] => (isLong ? text.split(/(?<=\n)/) : wordsOf(text));
  return merged(editScript(tokensOf(before), tokensOf(after)));
}

function wordsOf(text: string): readonly string[] {
  // Fixed, so that the result does not depend on the machine's language.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
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
 * given as removed and added whole. Common ends are cut off first, so that they are kept even then.
 */
export function editScript(before: readonly string[], after: readonly string[]): readonly DiffSegment[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const removed = before.slice(start, before.length - tail);
  const added = after.slice(start, after.length - tail);
  const middle = diffArrays(removed, added, { maxEditLength: mostEdits })?.flatMap((change) =>
    segments(change.removed ? 'removed' : change.added ? 'added' : 'same', change.value),
  );
  return [
    ...segments('same', before.slice(0, start)),
    ...(middle ?? [...segments('removed', removed), ...segments('added', added)]),
    ...segments('same', before.slice(before.length - tail)),
  ];
}

function segments(kind: DiffSegment['kind'], texts: readonly string[]): readonly DiffSegment[] {
  return texts.map((text) => ({ kind, text }));
}
