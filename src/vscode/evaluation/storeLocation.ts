import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { PlainFileError } from '../../core/store/plainFile';
import { storedPromptPath, StoreFolder, ownershipProblem } from '../../core/store/storeFolder';
import { isExample } from '../example/exampleDocument';
import { t, warn } from '../log';
import { extensionPrefix, readSettings } from '../settings';

/** Where a prompt's runs are. Only paths: nothing of the store is loaded. */
export interface StoreLocation {
  readonly root: string;
  readonly promptPath: string;
}

/** Stores of other users that were already reported. */
const told = new Set<string>();

/**
 * The setting `store`, else `.tutor-prompt-lab` in the workspace folder, else the extension's own storage. That
 * storage also replaces a store behind a link or of another user, unless the user's own settings name it.
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

/** Whether the user's settings name the store; a folder's settings may have come with it. */
function isOfUser(uri: vscode.Uri): boolean {
  const values = vscode.workspace.getConfiguration(extensionPrefix, uri).inspect<string>('store');
  return values?.workspaceFolderValue === undefined && values?.workspaceValue === undefined;
}

function isUsable(folder: string, root: string): boolean {
  const problem = hasLinkBelow(folder, root) ? 'link' : ownershipProblem(root);
  if (problem === undefined) return true;
  if (told.has(root)) return false;
  told.add(root);
  const [what, it] =
    problem === 'link' ? [t`is a link or lies behind one`, t`its folder`] : [t`belongs to another user`, t`it`];
  warn(
    t`The run store ${root} ${what} and is not used. Runs are kept in the extension’s own storage; to use that store, name ${it} in your user settings (tutorPromptLab.store).`,
  );
  return false;
}

function hasLinkBelow(folder: string, root: string): boolean {
  const steps = path.relative(folder, root).split(path.sep);
  if (steps[0] === '..' || path.isAbsolute(steps[0] ?? '')) return false;
  try {
    new StoreFolder(folder, ...steps).assertOwn();
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

/** An untitled document belongs to the first folder. `undefined` outside any folder on disk. */
export function folderOfPrompt(uri: vscode.Uri, folders: Folders = vscode.workspace): string | undefined {
  const folder =
    folders.getWorkspaceFolder(uri) ?? (uri.scheme === 'untitled' ? folders.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

/** Relative to the prompt's workspace folder, else to the file's folder, else to the home folder. */
export function pathFromPrompt(uri: vscode.Uri, named: string, folders: Folders = vscode.workspace): string {
  const beside = path.isAbsolute(uri.fsPath) ? path.dirname(uri.fsPath) : homedir();
  return path.resolve(folderOfPrompt(uri, folders) ?? beside, named);
}

/** The reverse of `storedPromptPath`: stored paths are relative to the folder that holds the store. */
export function uriOfPrompt(stored: string, root: string): vscode.Uri {
  if (/^[a-z][\w+.-]+:/i.test(stored) && !path.isAbsolute(stored)) return vscode.Uri.parse(stored);
  return vscode.Uri.file(path.resolve(path.dirname(root), stored));
}
