import * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import type { HistoryRun, PromptHistory } from '../../core/history/promptHistory';
import { historyRuns } from '../../core/history/promptHistory';
import { cacheSize, clearCache as deleteAnswers } from '../../core/run/replyCache';
import { runAgain } from '../evaluation/prepareStored';
import { choose, inform, Notice, offer, t } from '../log';
import type { Evaluations } from '../prompts/evaluations';
import { deleteRuns } from '../prompts/panelRequests';
import type { PromptController } from '../prompts/promptController';
import { assertMayWrite, mayStartRun } from '../restrictedMode';
import { type PromptRevisions, runToCompare } from '../revisions/promptRevisions';
import { gitText, joined, plainLine, revisionName, runFacts, standingRun, whenText } from '../revisions/revisionText';

export interface CommandTarget {
  readonly uri?: vscode.Uri | undefined;
  readonly revision?: string | undefined;
  readonly runId?: string | undefined;
}

export interface PromptCall extends CommandTarget {
  readonly all: Evaluations;
  readonly uri: vscode.Uri;
  readonly prompt: PromptController;
  readonly argument: unknown;
}

const shownMs = 8_000;

/** Pins the revision as baseline, or takes that back. */
export async function chooseBaseline(revisions: PromptRevisions, given: string): Promise<void> {
  const revision = (await revisions.history()).revisions.find((one) => one.revision === given);
  const isPinned = revision?.pinned === true;
  await revisions.say({ kind: 'pin', revision: isPinned ? null : given });
  const other = isPinned ? t`the previous revision` : revisionName(revision ?? {});
  vscode.window.setStatusBarMessage(t`Runs are compared with ${other}.`, shownMs);
}

/** Plays the given revision, or the baseline of the shown run, once more. */
export async function runBaselineAgain({ all, uri, revision: given }: PromptCall): Promise<void> {
  if (!mayStartRun(uri)) return;
  const prompt = await all.showRestored(uri);
  const history = await prompt.revisions.ownHistory();
  const named = history.revisions.find(({ revision, pinned }) => (given === undefined ? pinned : revision === given));
  const { runId, explored } = prompt.session?.manifest ?? {};
  const baseline = given === undefined ? baselineOf(history, explored?.run ?? runId) : undefined;
  const run = baseline ?? (named && standingRun(named));
  if (run === undefined)
    throw new Notice(t`There is no baseline: this prompt has no run of another text. Pin a revision as baseline.`);
  if (await runAgain(run.id, prompt))
    inform(t`The baseline was run again. Texts that are evaluated from now on are compared with all its runs.`);
}

export async function clearCache(revisions: PromptRevisions): Promise<void> {
  assertMayWrite(revisions.uri);
  const { root } = revisions.location;
  const { bytes } = await cacheSize(root);
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const question = t`Delete ${size} MB of stored answers?`;
  const shown = { modal: true, detail: t`What they answered is paid for again. Runs keep their replies and verdicts.` };
  const yes = t`Delete`;
  if (bytes === 0) inform(t`The cache is empty.`);
  else if ((await vscode.window.showWarningMessage(question, shown, yes)) === yes) {
    await deleteAnswers(root);
    inform(t`Deleted ${size} MB of stored answers.`);
  }
}

/** Compares the given run, by default the latest, with one to choose or, if it has one, with its `baseline`. */
export async function compareWith(call: PromptCall, usual?: 'baseline'): Promise<void> {
  const { revisions } = call.prompt;
  const found = await runToCompare(revisions, call);
  if (found === undefined) throw noRuns();
  const { run: after, history } = found;
  const baseline = usual && baselineOf(history, after.id);
  const text = t`This run has no baseline: there is no earlier text with the same benchmarks. Choose a run yourself.`;
  const isOffered = usual !== undefined && baseline === undefined;
  if (isOffered && !(await offer(vscode.window.showInformationMessage, text, t`Compare With…`))) return;
  const before = baseline ?? (await pickComparedRun(revisions, history, after));
  if (before !== undefined) call.all.show(call.uri).compare({ before: before.id, after: after.id });
}

async function pickComparedRun(revisions: PromptRevisions, history: PromptHistory, after: HistoryRun) {
  const own = history.runs.filter(({ id, status }) => id !== after.id && status !== 'running');
  const known = new Set(history.runs.map(({ id }) => id));
  const all = historyRuns(await revisions.location.store.summaries());
  const foreign = all.filter(({ id, status }) => !known.has(id) && status !== 'running');
  if (own.length === 0 && foreign.length === 0)
    throw new Notice(
      t`There is nothing to compare with: the store has no other run. Change the prompt and evaluate again.`,
    );
  const name = revisionName(history.revisions.find(({ revision }) => revision === after.revision) ?? {});
  const heading = { label: t`A run of another prompt`, kind: vscode.QuickPickItemKind.Separator, run: undefined };
  const picks = [
    ...own.map((run) => runPick(run, history)),
    ...(foreign.length > 0 ? [heading] : []),
    ...foreign.map((run) => runPick(run)),
  ];
  return (await choose(picks, t`Compare with`, t`The earlier run, to compare with ${name}`))?.run;
}

function noRuns(): Notice {
  return new Notice(t`This prompt has no stored run yet. Evaluate it; each evaluated text is kept as a revision.`);
}

/** Without its history a run is one of another prompt. */
function runPick(run: HistoryRun, history?: PromptHistory) {
  const revision = history?.revisions.find((one) => one.revision === run.revision);
  const isPinned = revision?.pinned === true;
  const label = `${isPinned ? '$(pinned) ' : ''}${history ? revisionName(revision ?? {}) : plainLine(run.path, 120)}`;
  const description = joined([whenText(run.createdAt), gitText(run.git), isPinned ? t`baseline` : undefined]);
  return { label, description, detail: joined(runFacts(run, t`completed`)), run };
}

/** Deletes the given run; without one lets the reader choose. */
export async function chooseRunsToDelete({ prompt, runId }: PromptCall): Promise<void> {
  if (runId !== undefined) return deleteRuns(prompt, [runId]);
  const history = await prompt.revisions.history();
  const runs = history.runs.filter(({ status }) => status !== 'running');
  if (runs.length === 0) throw noRuns();
  const picks = runs.map((run) => runPick(run, history));
  const chosen = await vscode.window.showQuickPick(picks, {
    title: t`Delete runs`,
    placeHolder: t`Runs that are ticked are deleted with their replies and verdicts`,
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  const ids = chosen?.map(({ run }) => run.id) ?? [];
  if (ids.length > 0) await deleteRuns(prompt, ids);
}
