import { promptParts, type PromptPart } from './promptParts';
import { readSentence } from './readSentence';
import type { PromptFile } from './promptFile';
import type { PromptRule, PromptSentence } from './rules';

/** A sentence that takes back the one before it, or holds it to some cases. */
const takesBack =
  /^(?:unless|except|exceptions?\b|but (?:if|when|after|once)|however,? (?:if|when|after|once)|only (?:if|when)|this (?:does not|doesn't|only)|that (?:does not|doesn't|only)|just kidding|the opposite|not really|if (?:they|the student|the learner)\b.{0,80}\b(?:give|tell|reveal|show)\b.{0,30}\b(?:answer|solution|it)\b)/i;

/**
 * The sentences of a prompt's body, each with the rules that it states. A rule is read only where the sentence says just that: not
 * negated, not on a condition, not quoted, not an example. What is read serves the simulated tutor and the words on what it
 * understood; it never has a part in a score.
 */
function readSentences(body: string): readonly PromptSentence[] {
  const states = (title: string): boolean =>
    !title.trimEnd().endsWith(':') && readSentence(title, new Set()).length > 0;
  return promptParts(body, states).flatMap(sentencesOf);
}

function sentencesOf({ kind, lines, place }: PromptPart): readonly PromptSentence[] {
  const [first] = lines;
  if (first === undefined) return [];
  // Code and quotations are named once.
  if (kind === 'foreign') return [{ line: first.at, text: first.text, rules: [] }];
  const sentences: PromptSentence[] = [];
  for (const { line, text } of split(lines)) {
    if (takesBack.test(text.replaceAll('’', "'"))) {
      const before = sentences.pop();
      if (before !== undefined) sentences.push({ ...before, rules: [] });
    }
    const rules = place === undefined ? [] : readSentence(text, place);
    // A title or a name in a table is no sentence, unless it says something.
    const counts = rules.length > 0 || (kind === 'text' && /\p{L}+\P{L}+\p{L}/u.test(text));
    if (counts) sentences.push({ line, text, rules });
  }
  return sentences;
}

/** The sentences of a piece, each with the line on which it begins. */
function split(lines: PromptPart['lines']): readonly { readonly line: number; readonly text: string }[] {
  const whole = lines.map(({ text }) => text).join(' ');
  const starts: { from: number; line: number }[] = [];
  let from = 0;
  for (const { at, text } of lines) {
    starts.push({ from, line: at });
    from += text.length + 1;
  }
  let place = 0;
  let line = 0;
  return whole
    .split(/(?<=[.!?…]["”’)\]*_]{0,3})(?<!\b(?:e\.g|i\.e|etc|vs|Dr|Mr|Ms|Mrs)\.)\s(?=\S)/u)
    .flatMap((text) => {
      while ((starts[line + 1]?.from ?? Number.POSITIVE_INFINITY) <= place) line += 1;
      place += text.length + 1;
      const trimmed = text.trim();
      return trimmed === '' ? [] : [{ line: starts[line]?.line ?? 0, text: trimmed }];
    });
}

/** The same for a prompt file; lines count from 1 in the file, as an editor shows them. */
export function understoodSentences({
  template,
  bodyLine,
}: Pick<PromptFile, 'template' | 'bodyLine'>): readonly PromptSentence[] {
  return readSentences(template.body).map((sentence) => ({ ...sentence, line: sentence.line + bodyLine }));
}

/** The rules of some sentences, each with the sentence that states it. */
export function rulesOf(sentences: readonly PromptSentence[]): readonly PromptRule[] {
  return sentences.flatMap(({ line, text, rules }) => rules.map((id) => ({ id, line, text })));
}

/** The rules that a prompt's body states. */
export function readRules(body: string): readonly PromptRule[] {
  return rulesOf(readSentences(body));
}
