import * as vscode from 'vscode';
import type { PromptHistory } from '../../core/revisions/promptHistory';
import type { Evaluations } from '../evaluation/evaluations';
import { diffWithFile, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { type CommandTarget, currentPrompt } from './commandTarget';

type Handler = (target: CommandTarget) => Promise<void>;

/** The commands about a prompt's revisions and runs. What they ask with is loaded when one of them runs. */
export function revisionCommands(evaluations: () => Promise<Evaluations>): Readonly<Record<string, Handler>> {
  return {
    compareWith: forPrompt(async (all, uri, target) => (await import('./compareRuns')).compareWith(all, uri, target)),
    showComparison: forPrompt(async (all, uri, target) =>
      (await import('./compareRuns')).showComparison(all, uri, target),
    ),
    showHistory: forPrompt((all, uri) => all.showHistory(uri)),
    chooseBaseline: forPrompt(async (all, uri, { revision }) =>
      (await import('./reviseHistory')).chooseBaseline(all.revisionsOf(uri), revision),
    ),
    openRevision: forPrompt(async (all, uri, target) => {
      const revision = await revisionOf(all, uri, target, vscode.l10n.t('Open revision'));
      if (revision !== undefined) await openRevision(all.revisionsOf(uri), revision);
    }),
    restoreRevision: forPrompt(async (all, uri, target) => {
      const revision = await revisionOf(all, uri, target, vscode.l10n.t('Restore revision'));
      if (revision !== undefined) await restoreRevision(all.revisionsOf(uri), revision);
    }),
    compareTextWithRevision: forPrompt(async (all, uri, target) => {
      const revision = await revisionOf(all, uri, target, vscode.l10n.t('Compare the file’s text with'));
      if (revision !== undefined) await diffWithFile(all.revisionsOf(uri), revision);
    }),
    labelRevision: forPrompt(async (all, uri, { revision }) =>
      (await import('./reviseHistory')).labelRevision(all.revisionsOf(uri), revision),
    ),
    openRun: forPrompt(async (all, uri, { runId }) => {
      const chosen = runId ?? (await askForRun(await all.revisionsOf(uri).history()));
      if (chosen !== undefined) await all.openRun(uri, chosen);
    }),
    deleteRuns: forPrompt(async (all, uri, { runId }) => {
      const chosen = runId === undefined ? await askForRuns(all, uri) : [runId];
      if (chosen.length > 0) await all.deleteRuns(uri, chosen);
    }),
  };

  function forPrompt(work: (all: Evaluations, uri: vscode.Uri, target: CommandTarget) => Promise<void>): Handler {
    return async (target) => {
      const all = await evaluations();
      const uri = currentPrompt(all, target.uri);
      if (uri !== undefined) await work(all, uri, target);
    };
  }
}

async function revisionOf(
  all: Evaluations,
  uri: vscode.Uri,
  { revision }: CommandTarget,
  title: string,
): Promise<string | undefined> {
  if (revision !== undefined) return revision;
  const history = await all.revisionsOf(uri).history();
  const { pickRevision } = await import('../revisions/pickRuns');
  return (await pickRevision(history, title, vscode.l10n.t('A text as it was evaluated')))?.revision;
}

async function askForRun(history: PromptHistory): Promise<string | undefined> {
  const [{ sayNoRuns }, { pickRun, runPick }] = await Promise.all([
    import('../revisions/pickRuns'),
    import('../revisions/pickRuns'),
  ]);
  if (history.runs.length === 0) {
    sayNoRuns();
    return undefined;
  }
  const picks = history.runs.map((run) => runPick(run, history));
  return (await pickRun(picks, vscode.l10n.t('Open run'), vscode.l10n.t('A stored run, to see its results')))?.id;
}

async function askForRuns(all: Evaluations, uri: vscode.Uri): Promise<readonly string[]> {
  const revisions = all.revisionsOf(uri);
  const { pickRunsToDelete } = await import('../revisions/pickRuns');
  return (await pickRunsToDelete(revisions, await revisions.history())).map(({ id }) => id);
}
