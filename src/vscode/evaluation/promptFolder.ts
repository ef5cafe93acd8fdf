import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

export type Folders = Pick<typeof vscode.workspace, 'workspaceFolders' | 'getWorkspaceFolder'>;

/**
 * The workspace folder that a prompt belongs to, as a path: an untitled document, which lies nowhere, belongs to the first one. `undefined`
 * for files outside any folder and for folders that are not on disk.
 */
export function folderOfPrompt(uri: vscode.Uri, folders: Folders = vscode.workspace): string | undefined {
  const folder =
    folders.getWorkspaceFolder(uri) ?? (uri.scheme === 'untitled' ? folders.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

/**
 * The absolute path that a setting of a prompt means by `named`: from its workspace folder, else from beside the file, else from the home
 * folder, as the working directory of the extension host is no place that its user knows of.
 */
export function pathFromPrompt(uri: vscode.Uri, named: string, folders: Folders = vscode.workspace): string {
  const beside = path.isAbsolute(uri.fsPath) ? path.dirname(uri.fsPath) : homedir();
  return path.resolve(folderOfPrompt(uri, folders) ?? beside, named);
}
