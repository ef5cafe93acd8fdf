import { readPromptFile } from '../prompt/promptFile';
import { readRules } from '../prompt/readRules';
import type { PromptRule } from '../prompt/rules';
import { editScript } from './editScript';

/** One line of two prompts; lines count from 0 in what is sent, front matter and outer blank lines removed. */
export type DiffLine =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number };

/** A rule that one prompt states and the other does not, or states in other words. */
export type RuleChange =
  | { readonly kind: 'added'; readonly after: PromptRule }
  | { readonly kind: 'removed'; readonly before: PromptRule }
  | { readonly kind: 'changed'; readonly before: PromptRule; readonly after: PromptRule };

export interface PromptChange {
  readonly lines: readonly DiffLine[];
  readonly rules: readonly RuleChange[];
}

/** What changed between two texts of a prompt file. The texts are whole files; what is sent is compared. */
export function changedLines(beforeText: string, afterText: string): PromptChange {
  const before = readPromptFile('', beforeText).template.body;
  const after = readPromptFile('', afterText).template.body;
  return { lines: diffLines(linesOf(before), linesOf(after)), rules: ruleChanges(readRules(before), readRules(after)) };
}

function linesOf(body: string): readonly string[] {
  return body === '' ? [] : body.split('\n');
}

function diffLines(beforeLines: readonly string[], afterLines: readonly string[]): readonly DiffLine[] {
  let before = 0;
  let after = 0;
  return editScript(beforeLines, afterLines).map(({ kind, token }): DiffLine => {
    if (kind === 'removed') return { kind, text: token, before: before++ };
    if (kind === 'added') return { kind, text: token, after: after++ };
    return { kind, text: token, before: before++, after: after++ };
  });
}

/** A rule that only moved is none. One that is gone and one of the same kind that is new, in order, are one that changed. */
function ruleChanges(before: readonly PromptRule[], after: readonly PromptRule[]): readonly RuleChange[] {
  const gone = without(before, after);
  const fresh = without(after, before);
  const changes: RuleChange[] = [];
  for (const rule of gone) {
    const place = fresh.findIndex(({ id }) => id === rule.id);
    const [successor] = place < 0 ? [] : fresh.splice(place, 1);
    changes.push(
      successor === undefined ? { kind: 'removed', before: rule } : { kind: 'changed', before: rule, after: successor },
    );
  }
  return [...changes, ...fresh.map((rule): RuleChange => ({ kind: 'added', after: rule }))];
}

/** The rules that are not among the others word for word, each of those used up once. */
function without(rules: readonly PromptRule[], others: readonly PromptRule[]): PromptRule[] {
  const known = new Map<string, number>();
  for (const { id, text } of others) known.set(`${id} ${text}`, (known.get(`${id} ${text}`) ?? 0) + 1);
  return rules.filter(({ id, text }) => {
    const left = known.get(`${id} ${text}`) ?? 0;
    known.set(`${id} ${text}`, left - 1);
    return left <= 0;
  });
}
