import * as vscode from 'vscode';
import { type HistoryRun, historyRuns, type PromptHistory } from '../../core/revisions/promptHistory';
import { foreignRunPick, pickRun, runPick, type RunPick } from './pickRun';
import type { PromptRevisions } from './promptRevisions';
import { revisionName } from './revisionName';

interface OtherPrompts extends vscode.QuickPickItem {
  readonly run: undefined;
}

/** Asks for the run that `after` is compared with: another one of its prompt, or of any prompt of the store. */
export async function pickComparedRun(
  revisions: PromptRevisions,
  history: PromptHistory,
  after: HistoryRun,
): Promise<HistoryRun | undefined> {
  const own = history.runs.filter(({ id, status }) => id !== after.id && status !== 'running');
  const foreign = await foreignRuns(revisions, history);
  if (own.length === 0 && foreign.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'There is nothing to compare with: the store has no other run. Change the prompt and evaluate again.',
      ),
    );
    return undefined;
  }
  const title = vscode.l10n.t('Compare with');
  const otherPicks = foreign.map(foreignRunPick);
  const placeHolder = vscode.l10n.t('A run of another prompt');
  if (own.length === 0) return pickRun(otherPicks, title, placeHolder);
  const others: OtherPrompts = { label: vscode.l10n.t('A run of another prompt…'), run: undefined, alwaysShow: true };
  const picks: (RunPick | OtherPrompts)[] = own.map((run) => runPick(run, history));
  if (foreign.length > 0) picks.push(others);
  const chosen = await vscode.window.showQuickPick(picks, {
    title,
    placeHolder: vscode.l10n.t('The run before; the other side is {0}', nameOf(after, history)),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.run !== undefined) return chosen?.run;
  return pickRun(otherPicks, title, placeHolder);
}

async function foreignRuns({ place }: PromptRevisions, history: PromptHistory): Promise<readonly HistoryRun[]> {
  const own = new Set(history.runs.map(({ id }) => id));
  return historyRuns(await place.store.summaries()).filter(({ id, status }) => !own.has(id) && status !== 'running');
}

function nameOf(run: HistoryRun, { revisions }: PromptHistory): string {
  return revisionName(revisions.find(({ revision }) => revision === run.revision) ?? run);
}
