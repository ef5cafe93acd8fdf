import type { PromptFile } from './promptFile';
import { promptRules } from './promptRules';
import { t } from '../text/countWords';
import type { PromptEdit } from './promptEdit';

/** A copied passage has this many words. */
const copiedWords = 5;
const mostWords = 60;
/** A prompt grows by this share at most. */
const mostGrowth = 0.1;
/** Two texts that share more of their words are one edit. */
const sameShare = 0.8;

/**
 * Why an edit is not worth a call; `undefined` if it is. `edited` is the file after it, `samples` all that those of the
 * run say, and `rubrics` what judges are told, without the samples.
 */
export function rejectionOf(
  file: PromptFile,
  { op, text = '' }: PromptEdit,
  edited: string,
  { samples, rubrics }: Readonly<Record<'samples' | 'rubrics', readonly string[]>>,
): string | undefined {
  if (op === 'remove') return undefined;
  const words = wordsOf(text);
  if (words.length > mostWords) return t`It has ${words.length} words; ${mostWords} are the most.`;
  const growth = edited.length - file.text.length;
  if (growth > Math.max(400, mostGrowth * file.text.length)) return t`It makes the prompt more than 10% longer.`;
  const own = file.template.body.toLowerCase();
  const added = passagesOf(words).filter((passage) => !own.includes(passage));
  const sharedWith = (texts: readonly string[]): string | undefined => {
    const passages = new Set(texts.flatMap((one) => passagesOf(wordsOf(one))));
    return added.find((passage) => passages.has(passage));
  };
  const copied = sharedWith(samples);
  if (copied !== undefined) return t`It copies “${copied}” from a sample, so it would help with that sample alone.`;
  const known = new Set(wordsOf(own));
  const number = words.find((word) => /\d/.test(word) && !known.has(word));
  if (number !== undefined) return t`It names “${number}”, which is probably about one sample.`;
  const pleasing = sharedWith(rubrics);
  if (pleasing !== undefined)
    return t`It says “${pleasing}” as the judge’s instructions do, so it would please the judge.`;
  const alike = promptRules(file).some((one) => overlap(wordsOf(one.text), words) > sameShare);
  return alike ? t`It is nearly the same as a rule of the prompt.` : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

function passagesOf(words: readonly string[]): readonly string[] {
  return words.slice(copiedWords - 1).map((_, index) => words.slice(index, index + copiedWords).join(' '));
}

/** Words that both have, as a share of all. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]).size;
  return (new Set(one).size + new Set(other).size - all) / Math.max(1, all);
}
