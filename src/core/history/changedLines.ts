import { type Edit, editScript } from './editScript';
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
