import * as vscode from 'vscode';
import { revisionPick, sayNoRuns } from '../revisions/pickRevision';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { revisionName } from '../revisions/revisionName';

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
      ? vscode.l10n.t('Runs are compared with the revision before.')
      : vscode.l10n.t('Runs are compared with {0}.', revisionName(revision));
  vscode.window.setStatusBarMessage(text, shownMs);

  async function ask() {
    const isPinned = all.some(({ pinned }) => pinned);
    const none = {
      label: vscode.l10n.t('None pinned: the revision before'),
      description: isPinned ? undefined : vscode.l10n.t('in force'),
      revision: undefined,
    };
    return vscode.window.showQuickPick([none, ...all.map(revisionPick)], {
      title: vscode.l10n.t('Baseline'),
      placeHolder: vscode.l10n.t('The revision that later runs are compared with'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
  }
}
