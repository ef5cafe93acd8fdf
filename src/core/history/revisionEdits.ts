import { readPromptFile } from '../prompt/promptFile';
import { editName, promptRules, ruleEdits } from '../prompt/promptRules';
import { boundedText } from '../text/boundedText';
import { previousRevision } from './baseline';
import type { PromptHistory, PromptRevision } from './promptHistory';

/** Older revisions keep their hash, so that a long history is listed at once. */
const mostNamed = 60;

/** The edit between two prompt files: `rule 9: confirm it openly`. Empty if what is sent has the same rules. */
export function editBetween(before: string, after: string): string {
  const [earlier, later] = [before, after].map((text) => promptRules(readPromptFile('', text)));
  return boundedText(editName(ruleEdits(earlier ?? [], later ?? [])), 80);
}

/**
 * Names revisions by what they changed. `known`: names by both revisions, kept between calls. A revision whose text no
 * run has any more keeps its hash.
 */
export async function withEdits(
  history: PromptHistory,
  textOf: (revision: string) => Promise<string>,
  known: Map<string, string>,
): Promise<PromptHistory> {
  const revisions: PromptRevision[] = [];
  for (const [index, one] of history.revisions.entries()) {
    const before = previousRevision(history, one.revision)?.revision;
    const edit = index >= mostNamed ? '' : await nameOf(before, one.revision, textOf, known);
    revisions.push(edit === '' ? one : { ...one, edit });
  }
  return { ...history, revisions };
}

async function nameOf(
  before: string | undefined,
  after: string,
  textOf: (revision: string) => Promise<string>,
  known: Map<string, string>,
): Promise<string> {
  if (before === undefined) return 'first version';
  const key = `${before} ${after}`;
  const found =
    known.get(key) ??
    (await Promise.all([textOf(before), textOf(after)]).then(
      ([earlier, later]) => editBetween(earlier, later),
      () => '',
    ));
  known.set(key, found);
  return found;
}
