import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { PlainFileError } from '../../core/store/plainFile';
import { storedPromptPath, StoreFolder, strangenessOf } from '../../core/store/storeFolder';
import { isExample } from '../example/exampleDocument';
import { warn } from '../log';
import { extensionPrefix, readSettings } from '../settings';

/** Where the runs of one prompt are, by name only: knowing it loads nothing of the store. */
export interface StoreLocation {
  readonly root: string;
  readonly promptPath: string;
}

/** Stores of strangers that the user was told of. */
const told = new Set<string>();

/**
 * The setting `store`, else `.tutor-prompt-lab` in the workspace folder, else the extension's own storage: for files
 * outside any folder, and for a store that is a link or another user's, unless the user's own settings name it.
 */
export function storeLocation(uri: vscode.Uri, globalStorage: vscode.Uri): StoreLocation {
  if (isExample(uri)) return { root: path.join(globalStorage.fsPath, 'example'), promptPath: uri.toString() };
  const { store: setting } = readSettings(uri);
  const local = folderOfPrompt(uri);
  const own = path.join(globalStorage.fsPath, 'runs');
  const named = path.resolve(local ?? globalStorage.fsPath, setting === '' ? '.tutor-prompt-lab' : setting);
  const root = setting !== '' && isOfUser(uri) ? named : local !== undefined && isUsable(local, named) ? named : own;
  return { root, promptPath: uri.scheme === 'file' ? storedPromptPath(root, uri.fsPath) : uri.toString() };
}

/** A folder's own settings may have come with it; those of the user have not. */
function isOfUser(uri: vscode.Uri): boolean {
  const positions = vscode.workspace.getConfiguration(extensionPrefix, uri).inspect<string>('store');
  return positions?.workspaceFolderValue === undefined && positions?.workspaceValue === undefined;
}

function isUsable(folder: string, root: string): boolean {
  const strangeness = hasLinkBelow(folder, root) ? 'link' : strangenessOf(root);
  if (strangeness === undefined) return true;
  if (told.has(root)) return false;
  told.add(root);
  const [what, it] =
    strangeness === 'link' ? ['is or lies behind a link', 'its folder'] : ['belongs to another user', 'it'];
  warn(
    `The run store ${root} ${what} and is not used. Runs are kept in the extension’s own storage; to use that store, name ${it} in your user settings (tutorPromptLab.store).`,
  );
  return false;
}

function hasLinkBelow(folder: string, root: string): boolean {
  const way = path.relative(folder, root).split(path.sep);
  if (way[0] === '..' || path.isAbsolute(way[0] ?? '')) return false;
  try {
    new StoreFolder(folder, ...way).assertOwn();
    return false;
  } catch (error) {
    return PlainFileError.is(error);
  }
}

export async function hasStoredRuns(root: string): Promise<boolean> {
  return (await storedRunIds(root)).length > 0;
}

export async function storedRunIds(root: string): Promise<readonly string[]> {
  return new StoreFolder(root, 'runs').names().catch(() => []);
}

export type Folders = Pick<typeof vscode.workspace, 'workspaceFolders' | 'getWorkspaceFolder'>;

/** An untitled document belongs to the first folder. `undefined` for files outside any folder on disk. */
export function folderOfPrompt(uri: vscode.Uri, folders: Folders = vscode.workspace): string | undefined {
  const folder =
    folders.getWorkspaceFolder(uri) ?? (uri.scheme === 'untitled' ? folders.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

/** From the prompt's workspace folder, else from beside the file, else from the home folder. */
export function pathFromPrompt(uri: vscode.Uri, named: string, folders: Folders = vscode.workspace): string {
  const beside = path.isAbsolute(uri.fsPath) ? path.dirname(uri.fsPath) : homedir();
  return path.resolve(folderOfPrompt(uri, folders) ?? beside, named);
}
