import * as vscode from 'vscode';
import type { HistoryRun, PromptHistory } from '../../core/revisions/promptHistory';
import { plainLine } from './plainLine';
import { gitText, joined, modelsText, scoreText, statusText } from './revisionFacts';
import { revisionName } from './revisionName';
import { whenText } from './whenText';

/** A run in a list. */
export interface RunPick extends vscode.QuickPickItem {
  readonly run: HistoryRun;
}

/** A run of this prompt as a line of a list, by the name of its revision. */
export function runPick(run: HistoryRun, history: PromptHistory): RunPick {
  const revision = history.revisions.find((one) => one.revision === run.revision);
  return {
    label: `${revision?.pinned === true ? '$(pinned) ' : ''}${revisionName(revision ?? run)}`,
    description: joined([
      whenText(run.createdAt),
      gitText(run.git),
      revision?.pinned === true ? vscode.l10n.t('baseline') : undefined,
    ]),
    detail: factsOf(run),
    run,
  };
}

/** A run of any prompt of the store as a line of a list, by the prompt's path. */
export function foreignRunPick(run: HistoryRun): RunPick {
  return {
    label: plainLine(run.path, 120),
    description: joined([revisionName({ revision: run.revision }), whenText(run.createdAt), gitText(run.git)]),
    detail: factsOf(run),
    run,
  };
}

/** Asks for one of `picks`; `undefined` when nothing was chosen. */
export async function pickRun(
  picks: readonly RunPick[],
  title: string,
  placeHolder: string,
): Promise<HistoryRun | undefined> {
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(picks, options))?.run;
}

function factsOf(run: HistoryRun): string {
  const simulated = run.summary?.simulated === true && scoreText(run) === undefined;
  return joined([
    scoreText(run),
    modelsText(run),
    run.status === 'completed' ? undefined : statusText(run.status),
    simulated ? vscode.l10n.t('simulated') : undefined,
    run.rejudgedFrom === undefined ? undefined : vscode.l10n.t('judged again'),
  ]);
}
