import * as vscode from 'vscode';
import { isPromptFile } from '../settings';
import type { Evaluations } from '../evaluation/evaluations';
import type { WindowServices } from '../evaluation/evaluationServices';
import { hasStoredRuns } from '../evaluation/storeLocation';
import { stackOf } from '../log';

/** What following needs of the extension. */
interface RenameServices extends Pick<WindowServices, 'log' | 'evaluations' | 'locationOf'> {
  readonly globalStorage: vscode.Uri;
}

interface Renaming {
  readonly oldUri: vscode.Uri;
  readonly newUri: vscode.Uri;
}

/** Keeps a prompt's history with it when the file, or a folder above it, is renamed or moved in the editor. */
export function followRenames(services: RenameServices): vscode.Disposable {
  // What was renamed in Restricted Mode follows once the folder is trusted, in its order.
  const waiting: Renaming[] = [];
  const renamed = vscode.workspace.onDidRenameFiles(({ files }) => {
    waiting.push(...files);
    return followAll();
  });
  return vscode.Disposable.from(renamed, vscode.workspace.onDidGrantWorkspaceTrust(followAll));

  async function followAll(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const renaming of waiting.splice(0)) {
      try {
        await follow(renaming, services);
      } catch (error) {
        services.log.error(
          `The runs of ${vscode.workspace.asRelativePath(renaming.oldUri)} could not be taken along to its new name.`,
          stackOf(error),
        );
      }
    }
  }
}

async function follow(
  { oldUri, newUri }: Renaming,
  { log, evaluations, globalStorage, locationOf }: RenameServices,
): Promise<void> {
  if (oldUri.scheme !== 'file' || newUri.scheme !== 'file') return;
  const [from, to] = [locationOf(oldUri), locationOf(newUri)];
  // Most files that are renamed are no prompts: nothing is loaded for them.
  if (!(await hasStoredRuns(from.root))) return;
  const [{ promptStore }, { historyRuns }, { namesPrompts }] = await Promise.all([
    import('../evaluation/evaluationServices'),
    import('../../core/history/promptHistory'),
    import('../../core/history/promptNames'),
  ]);
  const { store } = promptStore(oldUri, globalStorage);
  const { entries } = await store.revisions.read();
  if (!namesPrompts(from.promptPath, historyRuns(await store.summaries()), entries)) return;
  if (from.root === to.root) {
    await store.revisions.append({
      kind: 'moved',
      at: new Date().toISOString(),
      from: from.promptPath,
      to: to.promptPath,
    });
  } else {
    log.warn(
      `${from.promptPath} is now in the reach of another run store, ${to.root}. Its runs stay behind in ${from.root}: move them there by hand if they are to follow.`,
    );
  }
  const all = await evaluations();
  for (const [old, now] of await promptsOf({ oldUri, newUri }, all)) {
    await all.moved(old, now);
  }
}

/** The renamed file itself; for a folder the prompts in it that are open or were looked at in this window. */
async function promptsOf(
  { oldUri, newUri }: Renaming,
  all: Evaluations,
): Promise<readonly (readonly [vscode.Uri, vscode.Uri])[]> {
  const { type } = await vscode.workspace.fs.stat(newUri);
  if ((type & vscode.FileType.Directory) === 0) return [[oldUri, newUri]];
  const known = all.prompts.map(({ path }) => path).filter((path) => path.startsWith(`${oldUri.path}/`));
  const open = vscode.workspace.textDocuments
    .filter((document) => document.uri.path.startsWith(`${newUri.path}/`) && isPromptFile(document))
    .map(({ uri }) => uri.path);
  const inside = new Set([
    ...known.map((path) => path.slice(oldUri.path.length)),
    ...open.map((path) => path.slice(newUri.path.length)),
  ]);
  return [...inside].map((rest) => [
    oldUri.with({ path: oldUri.path + rest }),
    newUri.with({ path: newUri.path + rest }),
  ]);
}
