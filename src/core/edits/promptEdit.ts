import * as z from 'zod';
import { largestPrompt, type PromptFile, readPromptFile } from '../prompt/promptFile';
import { promptRules, type Rule } from '../prompt/promptRules';
import { bodyWithout } from '../prompt/withoutRules';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';

/** A change of one rule. `rule` is its number in the prompt; a rule that is added stands below it. */
export const promptEditSchema = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  rule: z.int().min(1).max(10_000),
  text: z.string().max(600).default(''),
  why: z.string().max(1_000).default(''),
});
export type PromptEdit = z.output<typeof promptEditSchema>;

export class EditError extends errorNamed('EditError') {}

/** The file's whole text after the edit; front matter and end stay as they are. Throws `EditError`. */
export function editedText(file: PromptFile, { op, rule: number, text }: PromptEdit): string {
  const rules = promptRules(file);
  const rule = rules.find((one) => one.number === number);
  if (rule === undefined) throw new EditError(t`The prompt has no rule ${number}. It has ${rules.length}.`);
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (op !== 'remove' && words === '') throw new EditError(t`The edit has no text for the rule.`);
  if (op !== 'add' && rule.kept !== undefined)
    throw new EditError(t`Rule ${number} is never changed: it opens the prompt, has a variable or is locked.`);
  const body = op === 'remove' ? bodyWithout(file, [rule]) : withRule(file, rule, words, op);
  if (body === file.template.body) throw new EditError(t`The edit changes nothing.`);
  const { text: old, bodyLine } = file;
  const head = old.split(/(?<=\n)/).slice(0, bodyLine - 1);
  const edited = `${head.join('')}${body}${old.slice(old.trimEnd().length)}`;
  if (edited.length > largestPrompt) throw new EditError(t`The edited prompt would be larger than 1 MB.`);
  const after = readPromptFile(file.path, edited);
  const problem = after.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new EditError(problem.message);
  return edited;
}

/** Written as the rule that it replaces or follows: in its list, or as a sentence of its paragraph. */
function withRule({ template: { body }, bodyLine }: PromptFile, rule: Rule, words: string, op: 'add' | 'replace') {
  const lines = body.split('\n');
  const [from, to] = [rule.from - bodyLine, rule.to - bodyLine];
  const [, mark = '', digits] = /^(\s*(?:[-*+•]|(\d+)[.)])\s+)/.exec(lines[from] ?? '') ?? [];
  if (mark === '') {
    const old = lines.slice(from, to + 1).join('\n');
    const plain = old.replaceAll(/\s+/g, ' ').replaceAll(/\*\*|__/g, '');
    const next = op === 'add' ? `${rule.text} ${words}` : words;
    // A function, since the text may have marks that `replace` reads.
    const changed = plain.replace(rule.text, () => next);
    return [...lines.slice(0, from), changed, ...lines.slice(to + 1)].join('\n');
  }
  if (op === 'replace') return [...lines.slice(0, from), `${mark}${words}`, ...lines.slice(to + 1)].join('\n');
  const own = digits === undefined ? mark : mark.replace(digits, String(Number(digits) + 1));
  const indent = /^\s*/.exec(mark)?.[0].length ?? 0;
  let next = Number(digits) + 1;
  const rest = lines.slice(to + 1).map((line) => {
    const [, space = '', number] = /^(\s*)(\d+)[.)]\s/.exec(line) ?? [];
    if (digits === undefined || number === undefined || space.length !== indent || Number(number) !== next) return line;
    next += 1;
    return line.replace(number, String(next));
  });
  return [...lines.slice(0, to + 1), `${own}${words}`, ...rest].join('\n');
}
