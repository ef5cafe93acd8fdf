import * as vscode from 'vscode';
import { hasStoredRuns, storeLocation } from '../evaluation/storeLocation';
import { stackOf } from '../log';
import type { Evaluations, WindowServices } from '../prompts/evaluations';
import { isPromptFile } from '../settings';

type Renaming = vscode.FileRenameEvent['files'][number];

/** Moves a prompt's history along when its file or a folder above is renamed in the editor. */
export function followRenames(window: WindowServices): vscode.Disposable {
  // Renames in Restricted Mode wait, in order, until the folder is trusted.
  const waiting: Renaming[] = [];
  const renamed = vscode.workspace.onDidRenameFiles(({ files }) => {
    waiting.push(...files);
    return followAll();
  });
  return vscode.Disposable.from(renamed, vscode.workspace.onDidGrantWorkspaceTrust(followAll));

  async function followAll(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const renaming of waiting.splice(0))
      await follow(renaming, window).catch((error: unknown) => {
        const name = vscode.workspace.asRelativePath(renaming.oldUri);
        window.log.error(`The runs of ${name} could not be moved to its new name.`, stackOf(error));
      });
  }
}

async function follow({ oldUri, newUri }: Renaming, { log, evaluations, globalStorage }: WindowServices) {
  if (oldUri.scheme !== 'file' || newUri.scheme !== 'file') return;
  const from = storeLocation(oldUri, globalStorage);
  const to = storeLocation(newUri, globalStorage);
  // Most renamed files are no prompts, so nothing is loaded for them.
  if (!(await hasStoredRuns(from.root))) return;
  const [{ promptStore }, { historyRuns, namesPrompts }] = await Promise.all([
    import('../evaluation/evaluationServices'),
    import('../../core/history/promptHistory'),
  ]);
  const { store } = promptStore(oldUri, globalStorage);
  const { entries } = await store.revisions.read();
  if (!namesPrompts(from.promptPath, historyRuns(await store.summaries()), entries)) return;
  const at = new Date().toISOString();
  if (from.root === to.root)
    await store.revisions.append({ kind: 'moved', at, from: from.promptPath, to: to.promptPath });
  else
    log.warn(
      `${from.promptPath} now belongs to another run store, ${to.root}. Its runs stay in ${from.root}; to take them along, move them by hand.`,
    );
  const all = await evaluations();
  for (const one of await promptsOf({ oldUri, newUri }, all)) await all.moved(one.oldUri, one.newUri);
}

/** The renamed file; for a folder, its prompts that are open or were used in this window. */
async function promptsOf({ oldUri, newUri }: Renaming, all: Evaluations) {
  const { type } = await vscode.workspace.fs.stat(newUri);
  if ((type & vscode.FileType.Directory) === 0) return [{ oldUri, newUri }];
  const within = (folder: vscode.Uri, prompts: readonly { readonly uri: vscode.Uri }[]): readonly string[] =>
    prompts.flatMap(({ uri: { path } }) => (path.startsWith(`${folder.path}/`) ? path.slice(folder.path.length) : []));
  const open = vscode.workspace.textDocuments.filter(isPromptFile);
  const inside = new Set([...within(oldUri, all.controllers), ...within(newUri, open)]);
  return [...inside].map((rest) => ({
    oldUri: oldUri.with({ path: oldUri.path + rest }),
    newUri: newUri.with({ path: newUri.path + rest }),
  }));
}
