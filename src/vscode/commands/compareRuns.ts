import * as vscode from 'vscode';
import { baselineOf } from '../../core/revisions/baseline';
import { type HistoryRun, historyRuns } from '../../core/revisions/historyRun';
import type { PromptHistory } from '../../core/revisions/promptHistory';
import type { Evaluations } from '../evaluation/evaluations';
import { foreignRunPick, pickRun, runPick, type RunPick, sayNoRuns } from '../revisions/pickRuns';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { revisionName } from '../revisions/revisionText';
import { runToCompare } from '../revisions/runsOfDocument';
import type { CommandTarget } from './commandTarget';

/** Asks for a run and shows what differs between it and the latest run, or the one that the command was called for. */
export async function compareWith(all: Evaluations, uri: vscode.Uri, target: CommandTarget): Promise<void> {
  const { revisions } = all.of(uri);
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
  const found = await runToCompare(all.of(uri).revisions, target);
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
  const compare = 'Compare With…';
  const answer = await vscode.window.showInformationMessage(
    'This run has no baseline: there is no earlier text with the same benchmarks. Choose a run yourself.',
    compare,
  );
  if (answer === compare) await compareWith(all, uri, { ...target, runId: after.id });
}

interface OtherPrompts extends vscode.QuickPickItem {
  readonly run: undefined;
}

/** Asks for the run that `after` is compared with: another one of its prompt, or of any prompt of the store. */
async function pickComparedRun(
  revisions: PromptRevisions,
  history: PromptHistory,
  after: HistoryRun,
): Promise<HistoryRun | undefined> {
  const own = history.runs.filter(({ id, status }) => id !== after.id && status !== 'running');
  const foreign = await foreignRuns(revisions, history);
  if (own.length === 0 && foreign.length === 0) {
    void vscode.window.showInformationMessage(
      'There is nothing to compare with: the store has no other run. Change the prompt and evaluate again.',
    );
    return undefined;
  }
  const title = 'Compare with';
  const otherPicks = foreign.map(foreignRunPick);
  const placeHolder = 'A run of another prompt';
  if (own.length === 0) return pickRun(otherPicks, title, placeHolder);
  const others: OtherPrompts = { label: 'A run of another prompt…', run: undefined, alwaysShow: true };
  const picks: (RunPick | OtherPrompts)[] = own.map((run) => runPick(run, history));
  if (foreign.length > 0) picks.push(others);
  const chosen = await vscode.window.showQuickPick(picks, {
    title,
    placeHolder: `The run before; the other side is ${nameOf(after, history)}`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.run !== undefined) return chosen?.run;
  return pickRun(otherPicks, title, placeHolder);
}

async function foreignRuns({ location }: PromptRevisions, history: PromptHistory): Promise<readonly HistoryRun[]> {
  const own = new Set(history.runs.map(({ id }) => id));
  return historyRuns(await location.store.summaries()).filter(({ id, status }) => !own.has(id) && status !== 'running');
}

function nameOf(run: HistoryRun, { revisions }: PromptHistory): string {
  return revisionName(revisions.find(({ revision }) => revision === run.revision) ?? run);
}
