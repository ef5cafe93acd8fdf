import * as vscode from 'vscode';
import type { HistoryRun, PromptHistory, PromptRevision } from '../../core/history/promptHistory';
import { StoreFolder } from '../../core/store/storeFolder';
import { Notice } from '../log';
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
