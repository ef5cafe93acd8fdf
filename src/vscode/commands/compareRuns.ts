import * as vscode from 'vscode';
import { baselineOf } from '../../core/revisions/baseline';
import type { Evaluations } from '../evaluation/evaluations';
import { pickComparedRun } from '../revisions/pickComparedRun';
import { sayNoRuns } from '../revisions/pickRevision';
import { runToCompare } from '../revisions/runToCompare';
import type { CommandTarget } from './commandTarget';

/** Asks for a run and shows what differs between it and the latest run, or the one that the command was called for. */
export async function compareWith(all: Evaluations, uri: vscode.Uri, target: CommandTarget): Promise<void> {
  const revisions = all.revisionsOf(uri);
  const found = await runToCompare(revisions, target);
  if (found === undefined) {
    sayNoRuns();
    return;
  }
  const { run: after, history } = found;
  const before = await pickComparedRun(revisions, history, after);
  if (before !== undefined) all.showPair(uri, { before: before.id, after: after.id });
}

/** Shows the latest run, or the one that the command was called for, against its baseline. */
export async function showComparison(all: Evaluations, uri: vscode.Uri, target: CommandTarget): Promise<void> {
  const found = await runToCompare(all.revisionsOf(uri), target);
  if (found === undefined) {
    sayNoRuns();
    return;
  }
  const { run: after, history } = found;
  const before = baselineOf(history, after.id);
  if (before !== undefined) {
    all.showPair(uri, { before: before.id, after: after.id });
    return;
  }
  const compare = vscode.l10n.t('Compare With…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'This run has no baseline: there is no earlier text with the same benchmarks. Choose a run yourself.',
    ),
    compare,
  );
  if (answer === compare) await compareWith(all, uri, { ...target, runId: after.id });
}
