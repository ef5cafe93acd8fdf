import { editsJudge, readEdit } from '../benchmark/judging/ruleEdits';
import {
  EditError,
  editedText,
  editKey,
  editTitle,
  type FilterFacts,
  passagesIn,
  type PromptEdit,
  rejectionOf,
} from '../prompt/promptEdit';
import { type PromptFile, readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { firstTasks } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { asideSteps } from '../store/runRecord';
import { t } from '../text/countWords';

/** An edit that a model proposed. Its texts are untrusted. */
export interface SuggestedEdit {
  readonly edit: PromptEdit;
  readonly title: string;
  readonly why: string;
  /** What it is meant to mend, and how many cases were shown. */
  readonly failure: string;
  readonly cases: number;
  /** The whole file after it; absent where it is refused. */
  readonly text?: string;
  /** Why it is not worth a call. */
  readonly refused?: string;
}

/** What edits are checked against: all texts of a run's samples, and what its judges are told. */
export function filterFacts(session: RunSession): FilterFacts {
  const tasks = session.items.flatMap((item) => firstTasks(session, item));
  return {
    samples: passagesIn([...session.items, ...session.rest].map(({ sample }) => textsIn(sample).join('\n'))),
    rubrics: passagesIn([
      ...new Set(tasks.flatMap((task) => ('prompt' in task ? [task.prompt.fixed, task.prompt.question ?? ''] : []))),
    ]),
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The file after an edit, or why it is refused. */
export function triedEdit(
  file: PromptFile,
  edit: PromptEdit,
  facts: FilterFacts,
): Pick<SuggestedEdit, 'text' | 'refused'> {
  try {
    const text = editedText(file, edit);
    const refused = rejectionOf(file, edit, text, facts);
    return refused === undefined ? { text } : { refused };
  } catch (error) {
    if (!EditError.is(error)) throw error;
    return { refused: error.message };
  }
}

/** Edits proposed for a run's prompt, each once. `dismissed`: keys of those turned down, or titles in old entries. */
export function suggestedEdits(
  session: RunSession,
  facts: FilterFacts,
  dismissed: ReadonlySet<string>,
): readonly SuggestedEdit[] {
  const { path, text } = session.manifest.prompt;
  const file = readPromptFile(path, text);
  const rules = promptRules(file);
  const seen = new Set<string>();
  return asideSteps(session.aside, editsJudge)
    .flatMap((step) => (step.kind === 'judged' ? step.verdicts : []))
    .flatMap((verdict): readonly SuggestedEdit[] => {
      const read = readEdit(verdict);
      if (read === undefined) return [];
      const title = editTitle(read.edit);
      if (seen.has(title)) return [];
      seen.add(title);
      const rule = rules.find(({ number }) => number === read.edit.rule)?.text ?? '';
      const isDismissed = dismissed.has(editKey(read.edit, rule)) || dismissed.has(title);
      const tried = isDismissed ? { refused: t`You dismissed it.` } : triedEdit(file, read.edit, facts);
      return [{ ...read, title, ...tried }];
    });
}
