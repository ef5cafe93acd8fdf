import * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import { type HistoryRun, historyRuns, type PromptHistory } from '../../core/history/promptHistory';
import { clearCache as deleteAnswers } from '../../core/run/replyCache';
import { longestLabel } from '../../core/store/revisionLog';
import type { Evaluations } from '../evaluation/evaluations';
import { inform, Notice, offer } from '../log';
import { assertMayWrite } from '../restrictedMode';
import {
  choose,
  foreignRunPick,
  pickRevision,
  revisionPick,
  runPick,
  type RunPick,
  noRuns,
} from '../revisions/pickRuns';
import { type PromptRevisions, runToCompare } from '../revisions/promptRevisions';
import { revisionName, shortRevision } from '../revisions/revisionText';
import type { CommandTarget } from './commandTable';

const shownMs = 8_000;

/** Pins the given revision unless it is that already, else one that is asked for. */
export async function chooseBaseline(revisions: PromptRevisions, given: string | undefined): Promise<void> {
  const { revisions: all } = await revisions.history();
  if (all.length === 0) throw noRuns();
  const inForce = all.some(({ pinned }) => pinned) ? undefined : 'in force';
  const none = { label: 'None pinned: the revision before', description: inForce, revision: undefined };
  const named = all.find(({ revision, pinned }) => revision === given && !pinned);
  const choice =
    named === undefined
      ? await choose([none, ...all.map(revisionPick)], 'Baseline', 'The revision that later runs are compared with')
      : { revision: named };
  if (choice === undefined) return;
  const { revision } = choice;
  await revisions.say({ kind: 'pin', revision: revision?.revision ?? null });
  const other = revision === undefined ? 'the revision before' : revisionName(revision);
  vscode.window.setStatusBarMessage(`Runs are compared with ${other}.`, shownMs);
}

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
  const label = typed?.trim();
  if (label !== undefined && label !== (revision.label ?? ''))
    await revisions.say({ kind: 'label', revision: revision.revision, label: label === '' ? null : label });
}

export async function revisionFor(
  revisions: PromptRevisions,
  given: string | undefined,
  title: string,
): Promise<string | undefined> {
  if (given !== undefined) return given;
  return (await pickRevision(await revisions.history(), title, 'A text as it was evaluated'))?.revision;
}

export async function askForRun(revisions: PromptRevisions): Promise<string | undefined> {
  const history = await revisions.history();
  if (history.runs.length === 0) throw noRuns();
  const picks = history.runs.map((run) => runPick(run, history));
  return (await choose(picks, 'Open run', 'A stored run, to see its results'))?.run.id;
}

export async function clearCache(revisions: PromptRevisions): Promise<void> {
  assertMayWrite(revisions.uri);
  const bytes = await deleteAnswers(revisions.location.root);
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  inform(
    bytes === 0 ? 'The cache is empty.' : `Deleted ${size} MB of stored answers. Runs keep their replies and verdicts.`,
  );
}

/** Asks for a run and shows what differs between it and the latest run, or the one that the command was called for. */
export async function compareWith(all: Evaluations, uri: vscode.Uri, target: CommandTarget): Promise<void> {
  const { revisions } = all.of(uri);
  const found = await runToCompare(revisions, target);
  if (found === undefined) throw noRuns();
  const { run: after, history } = found;
  const before = await pickComparedRun(revisions, history, after);
  if (before !== undefined) all.showPair(uri, { before: before.id, after: after.id });
}

/** Shows the latest run, or the one that the command was called for, against its baseline. */
export async function showComparison(all: Evaluations, uri: vscode.Uri, target: CommandTarget): Promise<void> {
  const found = await runToCompare(all.of(uri).revisions, target);
  if (found === undefined) throw noRuns();
  const { run: after, history } = found;
  const before = baselineOf(history, after.id);
  if (before !== undefined) {
    all.showPair(uri, { before: before.id, after: after.id });
    return;
  }
  const text = 'This run has no baseline: there is no earlier text with the same benchmarks. Choose a run yourself.';
  if (await offer(vscode.window.showInformationMessage, text, 'Compare With…'))
    await compareWith(all, uri, { ...target, runId: after.id });
}

async function pickComparedRun(
  revisions: PromptRevisions,
  history: PromptHistory,
  after: HistoryRun,
): Promise<HistoryRun | undefined> {
  const own = history.runs.filter(({ id, status }) => id !== after.id && status !== 'running');
  const foreign = await foreignRuns(revisions, history);
  if (own.length === 0 && foreign.length === 0)
    throw new Notice(
      'There is nothing to compare with: the store has no other run. Change the prompt and evaluate again.',
    );
  const title = 'Compare with';
  if (own.length > 0) {
    const others = { label: 'A run of another prompt…', run: undefined, alwaysShow: true };
    const picks: (RunPick | typeof others)[] = own.map((run) => runPick(run, history));
    if (foreign.length > 0) picks.push(others);
    const name = revisionName(history.revisions.find(({ revision }) => revision === after.revision) ?? after);
    const chosen = await choose(picks, title, `The run before; the other side is ${name}`);
    if (chosen === undefined || chosen.run !== undefined) return chosen?.run;
  }
  return (await choose(foreign.map(foreignRunPick), title, 'A run of another prompt'))?.run;
}

async function foreignRuns({ location }: PromptRevisions, history: PromptHistory): Promise<readonly HistoryRun[]> {
  const own = new Set(history.runs.map(({ id }) => id));
  return historyRuns(await location.store.summaries()).filter(({ id, status }) => !own.has(id) && status !== 'running');
}
