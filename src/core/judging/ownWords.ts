import { visibleReply } from '../dialogue/visibleReply';
import { withoutHidden } from './hiddenCharacters';
import { jsonObjectsIn, type Extent } from './lastJsonObject';
import { withoutSpelledOut } from './spelledOut';

/** What a verdict can look like: the start of a JSON object, in any quotation marks, or a line as trained critics end on. */
const verdictLike = /[{｛]\s*\\*["'“”„«＂]|\[result\]|(?:level|score|label|rating|result)[\s*_]*[:=]/i;

const resultLine = /\[result\]|(?:level|score|label|rating|result)[\s*_]*[:=]/i;

/**
 * A judge's answer without the verdicts that it copied from the material: JSON objects that stand there, blanks, escapes and kinds of
 * quotation marks aside, and, where no object of its own is left, lines with a result that stand there. The answer itself where
 * the material holds nothing of the kind, which is nearly always.
 */
export function ownWords(answer: string, material: string): string {
  if (!verdictLike.test(material)) return answer;
  const known = squeezed(material);
  const visible = visibleReply(answer);
  const objects = jsonObjectsIn(visible);
  const copied = objects.filter(({ start, end }) => known.includes(squeezed(visible.slice(start, end))));
  const rest = without(visible, copied);
  if (copied.length < objects.length) return copied.length === 0 ? answer : rest;
  const lines = rest.split('\n');
  const own = lines.filter((line) => !resultLine.test(line) || !known.includes(squeezed(line)));
  return copied.length === 0 && own.length === lines.length ? answer : own.join('\n');
}

/** A blank is left in the place of each part, so that what stood around it does not grow together. */
function without(text: string, parts: readonly Extent[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of parts) {
    kept.push(text.slice(from, start));
    from = end;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

/** For a comparison of what was written, however it was set: no blanks, backslashes or spelled-out characters, one kind of quotes. */
function squeezed(text: string): string {
  return withoutHidden(withoutSpelledOut(text.normalize('NFKC')))
    .replace(/[\s\\\p{Cf}]+/gu, '')
    .replace(/['‘’“”„«»]/g, '"')
    .toLowerCase();
}
