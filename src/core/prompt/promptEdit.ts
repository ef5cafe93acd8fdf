import * as z from 'zod';
import { type PromptFile, readPromptFile } from './promptFile';
import { commonWords, lastLineOf, promptRules, sameRule, wordsOf } from './promptRules';
import { bodyWith, bodyWithout, textWithBody } from './withoutRules';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';

/** A change of one rule. `rule` is its number in the prompt; a rule that is added stands below it. */
export const promptEditSchema = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  rule: z.int().min(1).max(10_000).describe('Its number; what is added stands below it.'),
  text: z.string().max(600).optional().describe('The rule, in at most 60 words; none to remove it.'),
});
export type PromptEdit = z.output<typeof promptEditSchema>;

export function editTitle({ op, rule, text = '' }: PromptEdit): string {
  if (op === 'remove') return t`remove rule ${rule}`;
  const change = op === 'add' ? t`add below rule ${rule}` : t`replace rule ${rule}`;
  return text === '' ? change : `${change}: ${boundedText(text, 80)}`;
}

/** The same for one edit in two texts, where its rule may have two numbers. `rule`: the words of its rule. */
export function editKey({ op, text = '' }: PromptEdit, rule: string): string {
  return [op, rule, text].join('\n');
}

/** Whether it is the edit with this key at whichever rule, perhaps in slightly other words. */
export function repeatsEdit(edit: PromptEdit, rule: string, key: string): boolean {
  const [op, otherRule = '', ...lines] = key.split('\n');
  const share = op === 'remove' ? commonWords(rule, otherRule) : commonWords(edit.text ?? '', lines.join('\n'));
  return key === editKey(edit, rule) || (edit.op === op && share > sameShare);
}

/** A copied passage has this many words. */
const copiedWords = 5;
const mostWords = 60;
/** A prompt grows by this share at most, or by so many characters where that is more: one rule in two lines. */
const mostGrowth = { share: 0.1, characters: 240 };
/** Two texts that share more of their words are one edit. */
const sameShare = 0.8;

export class EditError extends errorNamed('EditError') {}

/** The file's whole text after the edit. Throws `EditError`. */
export function editedText(file: PromptFile, { op, rule: number, text = '' }: PromptEdit): string {
  const rules = promptRules(file);
  const rule = rules.find((one) => one.number === number);
  if (rule === undefined) throw new EditError(t`The prompt has no rule ${number}. It has ${rules.length}.`);
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (op !== 'remove' && words === '') throw new EditError(t`The edit has no text for the rule.`);
  if (op !== 'add' && rule.kept !== undefined)
    throw new EditError(
      t`Rule ${number} is never changed: it opens the prompt, has a variable or a block of code, or is locked.`,
    );
  const inside = rules.filter(({ parent }) => parent === number);
  if (op !== 'add' && inside.some(({ from }) => op === 'remove' || from <= rule.to))
    throw new EditError(t`Rule ${number} has rules below it. Edit those.`);
  const body =
    op === 'remove'
      ? bodyWithout(file, [rule])
      : bodyWith(file, rule, words, op === 'add' ? lastLineOf(rule, rules) : undefined);
  if (body === file.template.body) throw new EditError(t`The edit changes nothing.`);
  return textWithBody(file, body);
}

/** The text after an edit of a rule of an earlier text. The rule is found by its words. Throws `EditError`. */
export function editedSince(text: string, edit: PromptEdit, earlier: string): string {
  const [file, rules] = [readPromptFile('', text), promptRules(readPromptFile('', earlier))];
  const rule = rules.find(({ number }) => number === edit.rule);
  const now = rule && sameRule(rule, rules, promptRules(file));
  if (now === undefined) throw new EditError(t`Rule ${edit.rule} has changed or is gone.`);
  return editedText(file, { ...edit, rule: now.number });
}

/** The text without rules of an earlier text, the last one first, so that equal rules before it keep their places. */
export function textWithout(text: string, earlier: string, numbers: readonly number[]): string {
  return numbers.reduceRight((now, rule) => editedSince(now, { op: 'remove', rule }, earlier), text);
}

/** Passages of all that a run's samples say, and of what its judges are told without them, with titles of metrics. */
export type FilterFacts = Readonly<Record<'samples' | 'rubrics', ReadonlySet<string>>>;

/** Every few words in a row, in lower case. */
export function passagesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((one) => passagesOf(wordsOf(one))));
}

/** Why an edit is not worth a call; `undefined` if it is. `edited` is the file after it. */
export function rejectionOf(
  file: PromptFile,
  { op, text = '' }: PromptEdit,
  edited: string,
  { samples, rubrics }: FilterFacts,
): string | undefined {
  if (op === 'remove') return undefined;
  const words = wordsOf(text);
  if (words.length > mostWords) return t`It has ${words.length} words; ${mostWords} are the most.`;
  if (text.includes('{{')) return t`It has a variable. Write words.`;
  const growth = edited.length - file.text.length;
  if (growth > Math.max(mostGrowth.characters, mostGrowth.share * file.text.length))
    return t`It makes the prompt more than 10% longer.`;
  const own = wordsOf(file.template.body);
  const old = ` ${own.join(' ')} `;
  const added = Array.from({ length: copiedWords }, (_, less) => passagesOf(words, copiedWords - less))
    .flat()
    .filter((passage) => !old.includes(` ${passage} `));
  const copied = added.find((passage) => samples.has(passage));
  if (copied !== undefined) return t`It copies “${copied}” from a sample, so it would help with that sample alone.`;
  const number = words.find((word) => /\d/.test(word) && !own.includes(word));
  if (number !== undefined) return t`It names “${number}”, which is probably about one sample.`;
  const pleasing = added.find((passage) => rubrics.has(passage));
  if (pleasing !== undefined)
    return t`It says “${pleasing}” as the judge’s instructions do, so it would please the judge.`;
  return promptRules(file).some((one) => commonWords(one.text, text) > sameShare)
    ? t`It is nearly the same as a rule of the prompt.`
    : undefined;
}

function passagesOf(words: readonly string[], length = copiedWords): readonly string[] {
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));
}
