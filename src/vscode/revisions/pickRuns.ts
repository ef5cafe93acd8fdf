import * as vscode from 'vscode';
import type { HistoryRun, PromptHistory, PromptRevision } from '../../core/history/promptHistory';
import { StoreFolder } from '../../core/store/storeFolder';
import type { PromptRevisions } from './promptRevisions';
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
} from './revisionText';

/** A revision in a list. */
interface RevisionPick extends vscode.QuickPickItem {
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
      revision.pinned ? 'baseline' : undefined,
    ]),
    detail: run === undefined ? undefined : joined([scoreText(run), modelsText(run)]),
    revision,
  };
}

/** Says that a prompt was never evaluated, and what to do. */
export function sayNoRuns(): void {
  void vscode.window.showInformationMessage(
    'This prompt has no stored run yet. Evaluate it; each evaluated text is kept as a revision.',
  );
}

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
      revision?.pinned === true ? 'baseline' : undefined,
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
  const { score, models, status, marks } = runFacts(run);
  return joined([score, models, run.status === 'completed' ? undefined : status, ...marks]);
}

/** Asks which runs of a prompt to delete, with what each takes on disk. One under way is not among them. Empty for none. */
export async function pickRunsToDelete(revisions: PromptRevisions): Promise<readonly string[]> {
  const history = await revisions.history();
  const runs = history.runs.filter(({ status }) => status !== 'running');
  if (runs.length === 0) {
    sayNoRuns();
    return [];
  }
  const { store } = revisions.location;
  const picks = await Promise.all(
    runs.map(async (run) => {
      const pick = runPick(run, history);
      return { ...pick, description: joined([pick.description, sizeText(await sizeOf(store.directoryOf(run.id)))]) };
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

/** Bytes of the files in a folder; `undefined` where it cannot be read. */
async function sizeOf(directory: string): Promise<number | undefined> {
  try {
    const run = StoreFolder.ofRun(directory);
    return (await run.names()).reduce((sum, name) => sum + (run.facts(name)?.size ?? 0), 0);
  } catch {
    return undefined;
  }
}

function sizeText(bytes: number | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}
