import * as vscode from 'vscode';
import type { HistoryRun, PromptHistory } from '../../core/revisions/promptHistory';
import { StoreFolder } from '../../core/store/storeFolder';
import { runPick } from './pickRun';
import type { PromptRevisions } from './promptRevisions';
import { joined } from './revisionFacts';
import { sayNoRuns } from './pickRevision';

/** Asks which runs of a prompt to delete, with what each takes on disk. One under way is not among them. Empty for none. */
export async function pickRunsToDelete(
  revisions: PromptRevisions,
  history: PromptHistory,
): Promise<readonly HistoryRun[]> {
  const runs = history.runs.filter(({ status }) => status !== 'running');
  if (runs.length === 0) {
    sayNoRuns();
    return [];
  }
  const { store } = revisions.place;
  const picks = await Promise.all(
    runs.map(async (run) => {
      const pick = runPick(run, history);
      return { ...pick, description: joined([pick.description, sizeText(await sizeOf(store.directoryOf(run.id)))]) };
    }),
  );
  const chosen = await vscode.window.showQuickPick(picks, {
    title: vscode.l10n.t('Delete runs'),
    placeHolder: vscode.l10n.t('Runs that are ticked are deleted with their replies and verdicts'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.map(({ run }) => run) ?? [];
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
  return kilobytes < 1000
    ? vscode.l10n.t('{0} kB', Math.max(1, Math.round(kilobytes)))
    : vscode.l10n.t('{0} MB', (kilobytes / 1000).toFixed(1));
}
