import { promptParts, type PromptPart } from './promptParts';
import { anywhere } from './placeOfTitle';
import type { PromptFile } from './promptFile';
import { readSentence, type Reading } from './readSentence';
import { speaksOfPrompt, takesBack } from './takesBack';
import type { PromptRule, PromptSentence } from './rules';

type ReadPart = PromptSentence & Pick<Reading, 'denied'>;

/**
 * The sentences of a prompt's body, each with the rules that it states. A rule is read only where the sentence says just that: not
 * negated, not on a condition, not quoted, not an example, and nothing else in the prompt says the contrary or takes it back. What
 * is read serves the simulated tutor and the words on what it understood; it never has a part in a score.
 */
function readSentences(body: string): readonly PromptSentence[] {
  const states = (title: string): boolean =>
    !title.trimEnd().endsWith(':') && readSentence(title, anywhere).rules.length > 0;
  const sentences: ReadPart[] = [];
  for (const part of promptParts(body, states)) {
    for (const { taken, counts, ...sentence } of sentencesOf(part)) {
      const before = sentences.at(-1);
      if (taken && before !== undefined) sentences[sentences.length - 1] = { ...before, rules: [] };
      if (counts) sentences.push(sentence);
    }
  }
  const isVoid = sentences.some(({ text }) => speaksOfPrompt(text));
  const denied = new Set(sentences.flatMap((sentence) => sentence.denied));
  return sentences.map(({ line, text, rules }) => ({
    line,
    text,
    rules: isVoid ? [] : rules.filter((rule) => !denied.has(rule)),
  }));
}

function sentencesOf({ kind, lines, place, isItem = false }: PromptPart): readonly (ReadPart & {
  readonly taken: boolean;
  readonly counts: boolean;
})[] {
  const [first] = lines;
  if (first === undefined) return [];
  // Code and quotations are named once.
  if (kind === 'foreign')
    return [{ line: first.at, text: first.text, rules: [], denied: [], taken: false, counts: true }];
  let behind = place;
  let isLabelled = isItem;
  return split(lines).map(({ line, text }) => {
    const goesOn = isLabelled || /^(?:then|also|in (?:that|this|such)|there|next|after that)\b/i.test(text);
    const reading = readSentence(text, goesOn ? behind : place);
    isLabelled ||= /^[^:]{1,80}:\s/.test(text);
    behind = reading.behind;
    const { rules, denied } = reading;
    // A title or a name in a table is no sentence, unless it says something.
    const counts = rules.length > 0 || (kind === 'text' && /\p{L}+\P{L}+\p{L}/u.test(text));
    return { line, text, rules, denied, taken: rules.length === 0 && takesBack(text), counts };
  });
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
