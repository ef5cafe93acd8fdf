import { editScript, type Edit } from './editScript';

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
  const tokensOf = before.length + after.length > longest ? linesOf : wordsOf;
  return merged(editScript(tokensOf(before), tokensOf(after)));
}

function wordsOf(text: string): readonly string[] {
  // The language decides nothing here but is named, so that the result does not hang on the machine's own.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function linesOf(text: string): readonly string[] {
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
