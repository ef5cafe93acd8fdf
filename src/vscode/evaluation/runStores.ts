import path from 'node:path';
import * as vscode from 'vscode';
import { FileRunStore } from '../../core/store/fileRunStore';
import { storedPromptPath } from '../../core/store/promptPath';
import { readSettings } from '../settings';

/** Where the runs of one prompt are kept. */
export interface PromptStore {
  readonly store: FileRunStore;
  readonly root: string;
  /** The prompt's path as runs record it. */
  readonly promptPath: string;
}

/**
 * The store of a prompt: the setting `store`, else `.tutor-prompt-lab` in its workspace folder, else the extension's own
 * storage for files outside any folder.
 */
export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const folder =
    vscode.workspace.getWorkspaceFolder(uri) ??
    (uri.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0] : undefined);
  const { store: setting } = readSettings(uri);
  const local = folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
  const root =
    setting !== ''
      ? path.resolve(local ?? globalStorage.fsPath, setting)
      : path.join(local ?? globalStorage.fsPath, local === undefined ? 'runs' : '.tutor-prompt-lab');
  const promptPath = uri.scheme === 'file' ? storedPromptPath(root, uri.fsPath) : uri.toString();
  return { store: new FileRunStore(root), root, promptPath };
}
