import * as vscode from 'vscode';
import type { PromptHistory, PromptRevision } from '../../core/revisions/promptHistory';
import { gitText, joined, modelsText, scoreText, standingRun } from './revisionFacts';
import { revisionName, shortRevision } from './revisionName';
import { whenText } from './whenText';

/** A revision in a list. */
export interface RevisionPick extends vscode.QuickPickItem {
  readonly revision: PromptRevision;
}

/** Asks for one of a prompt's revisions, the last evaluated first. Says so when there is none; `undefined` when nothing was chosen. */
export async function pickRevision(
  history: PromptHistory,
  title: string,
  placeHolder: string,
): Promise<PromptRevision | undefined> {
  if (history.revisions.length === 0) {
    sayNoRuns();
    return undefined;
  }
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(history.revisions.map(revisionPick), options))?.revision;
}

/** A revision as a line of a list: its name, when it was evaluated, where git stood, how it scored. */
export function revisionPick(revision: PromptRevision): RevisionPick {
  const run = standingRun(revision);
  return {
    label: `${revision.pinned ? '$(pinned) ' : ''}${revisionName(revision)}`,
    description: joined([
      revision.label === undefined ? undefined : shortRevision(revision.revision),
      whenText(revision.lastAt),
      gitText(revision.git[0]),
      revision.pinned ? vscode.l10n.t('baseline') : undefined,
    ]),
    detail: run === undefined ? undefined : joined([scoreText(run), modelsText(run)]),
    revision,
  };
}

/** Says that a prompt was never evaluated, and what to do. */
export function sayNoRuns(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('This prompt has no stored run yet. Evaluate it; each evaluated text is kept as a revision.'),
  );
}
