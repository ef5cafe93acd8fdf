import * as vscode from 'vscode';
import { clearCache as deleteAnswers } from '../../core/engine/fileReplyCache';
import { longestLabel } from '../../core/store/revisionEntry';
import { assertMayWrite } from '../restrictedMode';
import { pickRevision, pickRun, revisionPick, runPick, sayNoRuns } from '../revisions/pickRuns';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { revisionName, shortRevision } from '../revisions/revisionText';

/** How long what was done stays in the status bar, in milliseconds. */
const shownMs = 8_000;

/** Makes a revision the one that runs are compared with: the given one unless it is that already, else one that is asked for. */
export async function chooseBaseline(revisions: PromptRevisions, given: string | undefined): Promise<void> {
  const { revisions: all } = await revisions.history();
  if (all.length === 0) {
    sayNoRuns();
    return;
  }
  const named = all.find(({ revision, pinned }) => revision === given && !pinned);
  const choice = named === undefined ? await ask() : { revision: named };
  if (choice === undefined) return;
  const { revision } = choice;
  await revisions.say({ kind: 'pin', revision: revision?.revision ?? null });
  const text =
    revision === undefined
      ? 'Runs are compared with the revision before.'
      : `Runs are compared with ${revisionName(revision)}.`;
  vscode.window.setStatusBarMessage(text, shownMs);

  async function ask() {
    const isPinned = all.some(({ pinned }) => pinned);
    const none = {
      label: 'None pinned: the revision before',
      description: isPinned ? undefined : 'in force',
      revision: undefined,
    };
    return vscode.window.showQuickPick([none, ...all.map(revisionPick)], {
      title: 'Baseline',
      placeHolder: 'The revision that later runs are compared with',
      matchOnDescription: true,
      matchOnDetail: true,
    });
  }
}

/** Asks for a revision's label; an empty one takes it away. */
export async function labelRevision(revisions: PromptRevisions, given: string | undefined): Promise<void> {
  const history = await revisions.history();
  const revision =
    history.revisions.find((one) => one.revision === given) ??
    (await pickRevision(history, 'Label revision', 'The revision to name'));
  if (revision === undefined) return;
  const typed = await vscode.window.showInputBox({
    title: `Label of ${shortRevision(revision.revision)}`,
    prompt: 'Empty takes the label away',
    value: revision.label ?? '',
    validateInput: (value) => (value.trim().length > longestLabel ? `At most ${longestLabel} characters.` : undefined),
  });
  if (typed === undefined) return;
  const label = typed.trim() === '' ? null : typed.trim();
  if ((label ?? undefined) !== revision.label) {
    await revisions.say({ kind: 'label', revision: revision.revision, label });
  }
}

/** The revision that a command was called for, else one that is asked for; `undefined` when nothing was chosen. */
export async function revisionFor(
  revisions: PromptRevisions,
  given: string | undefined,
  title: string,
): Promise<string | undefined> {
  if (given !== undefined) return given;
  const history = await revisions.history();
  return (await pickRevision(history, title, 'A text as it was evaluated'))?.revision;
}

/** Asks for one of a prompt's runs; `undefined` when nothing was chosen. */
export async function askForRun(revisions: PromptRevisions): Promise<string | undefined> {
  const history = await revisions.history();
  if (history.runs.length === 0) {
    sayNoRuns();
    return undefined;
  }
  const picks = history.runs.map((run) => runPick(run, history));
  return (await pickRun(picks, 'Open run', 'A stored run, to see its results'))?.id;
}

/** Deletes the stored answers of a prompt's store, and what this workspace keeps of comparisons; runs keep their answers. */
export async function clearCache(revisions: PromptRevisions): Promise<void> {
  assertMayWrite(revisions.uri);
  const bytes = await deleteAnswers(revisions.location.root);
  const comparisons = await revisions.forgetComparisons();
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  void vscode.window.showInformationMessage(
    bytes === 0 && comparisons === 0
      ? 'The cache is empty.'
      : `Deleted ${size} MB of stored answers, and ${comparisons} results of comparisons. Runs keep their replies and verdicts.`,
  );
}
