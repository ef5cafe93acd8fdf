import type { Benchmarks } from '../benchmark/benchmark';
import { editKey, editTitle } from '../prompt/promptEdit';
import type { Rule } from '../prompt/promptRules';
import { editOutcomes, failedCandidates } from '../results/editReport';
import type { TurnedDown } from '../results/suggestedEdits';
import type { RunSession } from '../run/runSession';
import { FileEditLog } from '../store/editLog';
import { FileRunStore } from '../store/fileRunStore';
import { hasEnded } from '../store/statusTexts';
import { t } from '../text/countWords';
import { boundedText, readableLine } from '../text/readableText';
import { changedLines } from './changedLines';
import type { PromptHistory } from './promptHistory';
import { sessionOfRun } from './sessionOfRun';

/** Older trials are not read, so that a long history keeps nobody waiting. */
const mostRead = 20;
const ops = { added: 'add', changed: 'replace', removed: 'remove' } as const;

/**
 * Edits of a prompt that its author dismissed, that gained nothing in a race, or that a confirmation does not support.
 * Rejects with `RunStoreError`.
 */
export async function turnedDownEdits(
  { runs }: Pick<PromptHistory, 'runs'>,
  promptPath: string,
  root: string,
  benchmarks: Benchmarks,
): Promise<readonly TurnedDown[]> {
  const store = new FileRunStore(root);
  const dismissed = (await new FileEditLog(root).dismissalsOf(promptPath)).map(({ title, key, reason }) => {
    return { title, key, reason: t`The author dismissed it: “${boundedText(readableLine(reason), 200)}”` };
  });
  const trials = runs.filter(({ purpose, status }) => purpose === 'edits' && hasEnded(status)).slice(0, mostRead);
  const failed = async (id: string) => failedEdits(sessionOfRun(await store.open(id), benchmarks));
  // The history names damaged runs.
  const read = trials.map(({ id }) => failed(id).catch(() => []));
  return [...dismissed, ...(await Promise.all(read)).flat()];
}

function failedEdits(session: RunSession): readonly TurnedDown[] {
  const { runId, prompt, edits } = session.manifest;
  return failedCandidates(session).flatMap(({ place, outcome }) => {
    const [change, ...others] = changedLines(prompt.text, edits?.candidates[place]?.text ?? '').rules;
    if (change === undefined || others.length > 0) return [];
    const { before, after }: { readonly before?: Rule; readonly after?: Rule } = change;
    const edit = { op: ops[change.kind], rule: (before ?? after)?.number ?? 1, ...(after && { text: after.text }) };
    const reason = t`It was tried in run ${runId}: ${editOutcomes[outcome]}.`;
    return [{ title: editTitle(edit), key: editKey(edit, before?.text ?? ''), reason }];
  });
}
