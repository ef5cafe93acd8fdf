import { type DiffLine, type DiffSegment, type PromptChange, wordDiff } from '../history/changedLines';
import { boundedText } from '../text/boundedText';
import type { PromptChangeView, PromptLineView, RuleChangeView } from './comparisonViewModel';

/** Lines of a diff that the panel is sent; the editor's own diff shows them all. */
const mostLines = 2_000;
/** Characters of a line that is compared word by word. */
const longestLine = 2_000;
/** Below this share of common characters two lines are two lines, not one that changed. */
const leastAlike = 0.3;

/** A prompt's diff with the words marked that changed within a line. */
export function comparisonViewPrompt({ lines, rules }: PromptChange): PromptChangeView {
  const shown = lines.slice(0, mostLines);
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    lines: markedLines(shown),
    omitted: lines.length - shown.length,
    rules: ruleViews(rules),
  };
}

/** A line that asks for several things is several rules of one text; it is named once. */
function ruleViews(rules: PromptChange['rules']): readonly RuleChangeView[] {
  const views = new Map<string, RuleChangeView>();
  for (const change of rules) {
    const before = 'before' in change ? boundedText(change.before.text) : undefined;
    const after = 'after' in change ? boundedText(change.after.text) : undefined;
    views.set(JSON.stringify([change.kind, before, after]), {
      kind: change.kind,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
  return [...views.values()];
}

function markedLines(lines: readonly DiffLine[]): readonly PromptLineView[] {
  const marked: PromptLineView[] = [];
  for (let place = 0; place < lines.length;) {
    const line = lines[place];
    if (line === undefined) break;
    if (line.kind === 'same') {
      marked.push(lineView(line, [{ text: line.text, marked: false }]));
      place += 1;
      continue;
    }
    const removed = takeWhile(lines, place, 'removed');
    const added = takeWhile(lines, place + removed.length, 'added');
    const diffs = removed.map(({ text }, index) => likeDiff(text, added[index]?.text));
    removed.forEach((one, index) => marked.push(lineView(one, partsOf(one.text, diffs[index], 'removed'))));
    added.forEach((one, index) => marked.push(lineView(one, partsOf(one.text, diffs[index], 'added'))));
    place += removed.length + added.length;
  }
  return marked;
}

function takeWhile(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): readonly DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}

function lineView(line: DiffLine, parts: PromptLineView['parts']): PromptLineView {
  return {
    kind: line.kind,
    ...('before' in line ? { before: line.before + 1 } : {}),
    ...('after' in line ? { after: line.after + 1 } : {}),
    parts,
  };
}

/** The words of a line that took another's place; `undefined` where they have too little in common. */
function likeDiff(before: string, after: string | undefined): readonly DiffSegment[] | undefined {
  if (after === undefined || before.length + after.length > longestLine) return undefined;
  const segments = wordDiff(before, after);
  const same = segments.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return same >= leastAlike * Math.max(before.length, after.length) ? segments : undefined;
}

function partsOf(
  text: string,
  diff: readonly DiffSegment[] | undefined,
  side: 'removed' | 'added',
): PromptLineView['parts'] {
  if (diff === undefined) return [{ text, marked: false }];
  return diff
    .filter(({ kind }) => kind === 'same' || kind === side)
    .map((segment) => ({ text: segment.text, marked: segment.kind !== 'same' }));
}
