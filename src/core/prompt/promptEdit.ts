import * as z from 'zod';
import type { PromptFile } from './promptFile';
import { promptRules } from './promptRules';
import { bodyWith, bodyWithout, textWithBody } from './withoutRules';
import { boundedText } from '../text/boundedText';
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
  return `${op === 'add' ? t`add below rule ${rule}` : t`replace rule ${rule}`}: ${boundedText(text, 80)}`;
}

export class EditError extends errorNamed('EditError') {}

/** The file's whole text after the edit; front matter and end stay as they are. Throws `EditError`. */
export function editedText(file: PromptFile, { op, rule: number, text = '' }: PromptEdit): string {
  const rules = promptRules(file);
  const rule = rules.find((one) => one.number === number);
  if (rule === undefined) throw new EditError(t`The prompt has no rule ${number}. It has ${rules.length}.`);
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (op !== 'remove' && words === '') throw new EditError(t`The edit has no text for the rule.`);
  if (op !== 'add' && rule.kept !== undefined)
    throw new EditError(t`Rule ${number} is never changed: it opens the prompt, has a variable or is locked.`);
  const body = op === 'remove' ? bodyWithout(file, [rule]) : bodyWith(file, rule, words, op === 'add');
  return textWithBody(file, body);
}
