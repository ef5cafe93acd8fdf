import { type DiffLine, type DiffSegment, type PromptChange, wordDiff } from '../history/changedLines';
import { boundedText } from '../text/boundedText';
import type { PromptChangeView, PromptLineView, RuleChangeView } from './comparisonViewModel';

/** Lines of a diff that the panel is sent; the editor's own diff shows them all. */
const mostLines = 2_000;
/** Characters of two lines that are compared word by word. */
const longestLine = 2_000;
/** Below this share of common characters two lines are two lines, not one that changed. */
const leastAlike = 0.3;

/** A prompt's diff with the words marked that changed within a line. */
export function comparisonViewPrompt({ lines, rules }: PromptChange): PromptChangeView {
  const shown = lines.slice(0, mostLines);
  const views = rules.map((change): RuleChangeView => ({
    kind: change.kind,
    ...('before' in change && { before: boundedText(change.before.text) }),
    ...('after' in change && { after: boundedText(change.after.text) }),
  }));
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    lines: markedLines(shown),
    omitted: lines.length - shown.length,
    // A line that asks for several things is several rules of one text; it is named once.
    rules: [...new Map(views.map((view) => [JSON.stringify(view), view])).values()],
  };
}

function markedLines(lines: readonly DiffLine[]): readonly PromptLineView[] {
  const marked: PromptLineView[] = [];
  for (let place = 0; place < lines.length;) {
    const [line] = lines.slice(place, place + 1);
    if (line?.kind === 'same') {
      marked.push(lineView(line));
      place += 1;
      continue;
    }
    const removed = takeWhile(lines, place, 'removed');
    const added = takeWhile(lines, place + removed.length, 'added');
    const diffs = removed.map(({ text }, index) => likeDiff(text, added[index]?.text));
    for (const side of [removed, added]) side.forEach((one, index) => marked.push(lineView(one, diffs[index])));
    place += removed.length + added.length;
  }
  return marked;
}

function takeWhile(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): readonly DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}

/** `diff`: what changed within the line. */
function lineView(line: DiffLine, diff?: readonly DiffSegment[]): PromptLineView {
  const { kind, text } = line;
  return {
    kind,
    before: 'before' in line ? line.before + 1 : undefined,
    after: 'after' in line ? line.after + 1 : undefined,
    parts: diff
      ?.filter((segment) => segment.kind === 'same' || segment.kind === kind)
      .map((segment) => ({ text: segment.text, marked: segment.kind !== 'same' })) ?? [{ text, marked: false }],
  };
}

/** The words of a line that took another's place; `undefined` where they have too little in common. */
function likeDiff(before: string, after: string | undefined): readonly DiffSegment[] | undefined {
  if (after === undefined || before.length + after.length > longestLine) return undefined;
  const segments = wordDiff(before, after);
  const same = segments.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return same >= leastAlike * Math.max(before.length, after.length) ? segments : undefined;
}
