import { editName } from '../prompt/promptRules';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import { previousRevision } from './baseline';
import { changedLines, type PromptChange } from './changedLines';
import type { PromptHistory, PromptRevision } from './promptHistory';

/** Older revisions keep their time and have no changes, so that a long history is listed at once. */
const mostNamed = 60;
const longestName = 80;

/** Those that changed, added or removed a rule, by its present or earlier words, and nothing else; latest first. */
export function revisionsOfRule(rule: string, revisions: readonly PromptRevision[]): readonly PromptRevision[] {
  const words = new Set([rule]);
  return revisions.filter(({ change }) => {
    const found = change?.rules.find((edit) => words.has((edit.kind === 'removed' ? edit.before : edit.after).text));
    if (found?.kind === 'changed') words.add(found.before.text);
    return found !== undefined && change?.isOneRule === true;
  });
}

/** Changes by both revisions, kept between calls; `undefined` where a text is gone. */
export type KnownChanges = Map<string, PromptChange | undefined>;

/** Adds to each revision what it changed in the one evaluated before it, and a name for that. */
export async function withEdits(
  history: PromptHistory,
  textOf: (revision: string) => Promise<string>,
  known: KnownChanges,
): Promise<PromptHistory> {
  const texts = new Map<string, Promise<string>>();
  const read = (revision: string): Promise<string> => {
    const text = texts.get(revision) ?? textOf(revision);
    texts.set(revision, text);
    return text;
  };
  const named = history.revisions.slice(0, mostNamed).map(async (one): Promise<PromptRevision> => {
    const before = previousRevision(history, one.revision)?.revision;
    if (before === undefined) return { ...one, edit: t`first version` };
    const key = `${before} ${one.revision}`;
    if (!known.has(key)) {
      const both = await Promise.all([read(before), read(one.revision)]).catch(() => undefined);
      known.set(key, both && changedLines(...both));
    }
    const change = known.get(key);
    const edit = change && boundedText(editName(change.rules) || t`no rule changed`, longestName);
    return edit === undefined ? one : { ...one, change, edit };
  });
  return { ...history, revisions: [...(await Promise.all(named)), ...history.revisions.slice(mostNamed)] };
}
