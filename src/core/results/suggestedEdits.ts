import { editsJudge, type ReadEdit, readEdit } from '../benchmark/judging/ruleEdits';
import type { FilterFacts, PromptEdit } from '../prompt/promptEdit';
import { EditError, editedText, editTitle, passagesIn, rejectionOf, repeatsEdit } from '../prompt/promptEdit';
import { type PromptFile, readPromptFile } from '../prompt/promptFile';
import { promptRules, wordsOf } from '../prompt/promptRules';
import { firstTasks } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { asideSteps } from '../store/runRecord';

/** An edit that a model proposed. Its texts are untrusted. */
export interface SuggestedEdit extends ReadEdit {
  readonly title: string;
  /** The whole file after it; absent where it is refused. */
  readonly text?: string;
  /** Why it is not worth a call. */
  readonly refused?: string;
}

/** An edit that is not worth another try. */
export interface TurnedDown {
  readonly title: string;
  /** As `editKey` makes it. */
  readonly key: string;
  /** A sentence. */
  readonly reason: string;
}

/** No plain word of teaching is as long. */
const unmistakable = 12;

/** What edits are checked against: all texts of a run's samples, and what its judges are told. */
export function filterFacts(session: RunSession): FilterFacts {
  const tasks = session.items.flatMap((item) => firstTasks(session, item));
  const metrics = new Set(session.items.flatMap(({ benchmark }) => benchmark.metrics));
  const titles = [...metrics].map(({ title }) => wordsOf(title.replace(/:.*/, '')).join(' '));
  return {
    samples: passagesIn([...session.items, ...session.rest].map(({ sample }) => textsIn(sample).join('\n'))),
    rubrics: new Set([
      ...passagesIn([
        ...new Set(tasks.flatMap((task) => ('prompt' in task ? [task.prompt.fixed, task.prompt.question ?? ''] : []))),
      ]),
      // A plain word of teaching, such as “feedback”, may be a title as well.
      ...titles.filter((title) => title.includes(' ') || title.length >= unmistakable),
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
  turnedDown: readonly TurnedDown[],
): Pick<SuggestedEdit, 'text' | 'refused'> {
  const rule = promptRules(file).find(({ number }) => number === edit.rule)?.text ?? '';
  const repeated = turnedDown.find(({ key }) => repeatsEdit(edit, rule, key));
  if (repeated !== undefined) return { refused: repeated.reason };
  try {
    const text = editedText(file, edit);
    const refused = rejectionOf(file, edit, text, facts);
    return refused === undefined ? { text } : { refused };
  } catch (error) {
    if (!EditError.is(error)) throw error;
    return { refused: error.message };
  }
}

/** An edit that a model proposed, or a removal by what is known of the rule. */
export type ProposedEdit = Pick<SuggestedEdit, 'edit' | 'why' | 'failure' | 'cases'>;

/** Edits proposed for a run's prompt, each once; `removals` come last. */
export function suggestedEdits(
  session: RunSession,
  facts: FilterFacts,
  turnedDown: readonly TurnedDown[],
  removals: readonly ProposedEdit[] = [],
): readonly SuggestedEdit[] {
  const { path, text } = session.manifest.prompt;
  const file = readPromptFile(path, text);
  const proposed = asideSteps(session.aside, editsJudge)
    .flatMap((step) => (step.kind === 'judged' ? step.verdicts : []))
    .flatMap((verdict) => readEdit(verdict) ?? []);
  return [...proposed, ...removals]
    .map((read) => ({ ...read, title: editTitle(read.edit) }))
    .filter(({ title }, index, all) => all.findLastIndex((one) => one.title === title) === index)
    .map((read) => ({ ...read, ...triedEdit(file, read.edit, facts, turnedDown) }));
}
