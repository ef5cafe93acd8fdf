import * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import {
  type HistoryRun,
  historyRuns,
  type PromptHistory,
  type PromptRevision,
} from '../../core/history/promptHistory';
import { clearCache as deleteAnswers } from '../../core/run/fileReplyCache';
import { longestLabel } from '../../core/store/revisionLog';
import { StoreFolder } from '../../core/store/storeFolder';
import type { Evaluations } from '../evaluation/evaluations';
import { inform, Notice, offer } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { type PromptRevisions, runToCompare } from '../revisions/promptRevisions';
import {
  gitText,
  joined,
  modelsText,
  plainLine,
  revisionName,
  runFacts,
  scoreText,
  shortRevision,
  standingRun,
  whenText,
} from '../revisions/revisionText';
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
  const deleted = `Deleted ${size} MB of stored answers. Runs keep their replies and verdicts.`;
  inform(bytes === 0 ? 'The cache is empty.' : deleted);
}

type RunOfPrompt = CommandTarget & { readonly uri: vscode.Uri };

/** Asks for a run to compare with the latest one, or with the one that the command was called for. */
export async function compareWith(all: Evaluations, target: RunOfPrompt): Promise<void> {
  const { uri } = target;
  const { revisions } = all.of(uri);
  const found = await runToCompare(revisions, target);
  if (found === undefined) throw noRuns();
  const { run: after, history } = found;
  const before = await pickComparedRun(revisions, history, after);
  if (before !== undefined) all.show(uri).compare({ before: before.id, after: after.id });
}

/** Shows the latest run, or the one that the command was called for, against its baseline. */
export async function showComparison(all: Evaluations, target: RunOfPrompt): Promise<void> {
  const { uri } = target;
  const found = await runToCompare(all.of(uri).revisions, target);
  if (found === undefined) throw noRuns();
  const { run: after, history } = found;
  const before = baselineOf(history, after.id);
  if (before !== undefined) {
    all.show(uri).compare({ before: before.id, after: after.id });
    return;
  }
  const text = 'This run has no baseline: there is no earlier text with the same benchmarks. Choose a run yourself.';
  if (await offer(vscode.window.showInformationMessage, text, 'Compare With…'))
    await compareWith(all, { uri, runId: after.id });
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

interface RevisionPick extends vscode.QuickPickItem {
  readonly revision: PromptRevision;
}

export interface RunPick extends vscode.QuickPickItem {
  readonly run: HistoryRun;
}

export function choose<Pick extends vscode.QuickPickItem>(
  picks: readonly Pick[],
  title: string,
  placeHolder: string,
): Thenable<Pick | undefined> {
  return vscode.window.showQuickPick(picks, { title, placeHolder, matchOnDescription: true, matchOnDetail: true });
}

/** `undefined` when nothing was chosen. Rejects with `Notice` when there is no revision. */
export async function pickRevision(
  { revisions }: PromptHistory,
  title: string,
  placeHolder: string,
): Promise<PromptRevision | undefined> {
  if (revisions.length === 0) throw noRuns();
  return (await choose(revisions.map(revisionPick), title, placeHolder))?.revision;
}

export function revisionPick(revision: PromptRevision): RevisionPick {
  const run = standingRun(revision);
  return {
    label: `${revision.pinned ? '$(pinned) ' : ''}${revisionName(revision)}`,
    description: joined([
      revision.label === undefined ? undefined : shortRevision(revision.revision),
      whenText(revision.lastAt),
      gitText(revision.git[0]),
      revision.pinned ? 'baseline' : undefined,
    ]),
    detail: run && joined([scoreText(run), modelsText(run)]),
    revision,
  };
}

export function noRuns(): Notice {
  return new Notice('This prompt has no stored run yet. Evaluate it; each evaluated text is kept as a revision.');
}

export function runPick(run: HistoryRun, history: PromptHistory): RunPick {
  const revision = history.revisions.find((one) => one.revision === run.revision);
  const isPinned = revision?.pinned === true;
  return {
    label: `${isPinned ? '$(pinned) ' : ''}${revisionName(revision ?? run)}`,
    description: joined([whenText(run.createdAt), gitText(run.git), isPinned ? 'baseline' : undefined]),
    detail: factsOf(run),
    run,
  };
}

export function foreignRunPick(run: HistoryRun): RunPick {
  return {
    label: plainLine(run.path, 120),
    description: joined([revisionName({ revision: run.revision }), whenText(run.createdAt), gitText(run.git)]),
    detail: factsOf(run),
    run,
  };
}

function factsOf(run: HistoryRun): string {
  const { score, models, status, marks } = runFacts(run);
  return joined([score, models, run.status === 'completed' ? undefined : status, ...marks]);
}

/** Asks which runs to delete, with what each takes on disk. One under way is not among them. */
export async function pickRunsToDelete(revisions: PromptRevisions): Promise<readonly string[]> {
  const history = await revisions.history();
  const runs = history.runs.filter(({ status }) => status !== 'running');
  if (runs.length === 0) throw noRuns();
  const { store } = revisions.location;
  const picks = await Promise.all(
    runs.map(async (run) => {
      const pick = runPick(run, history);
      return { ...pick, description: joined([pick.description, await sizeText(store.directoryOf(run.id))]) };
    }),
  );
  const chosen = await vscode.window.showQuickPick(picks, {
    title: 'Delete runs',
    placeHolder: 'Runs that are ticked are deleted with their replies and verdicts',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.map(({ run }) => run.id) ?? [];
}

async function sizeText(directory: string): Promise<string | undefined> {
  try {
    const run = StoreFolder.ofRun(directory);
    const kilobytes = (await run.names()).reduce((sum, name) => sum + (run.facts(name)?.size ?? 0), 0) / 1000;
    return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
  } catch {
    return undefined;
  }
}
