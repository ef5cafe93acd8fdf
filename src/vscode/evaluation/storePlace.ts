import path from 'node:path';
import * as vscode from 'vscode';
import { storedPromptPath } from '../../core/store/promptPath';
import { readSettings } from '../settings';
import { folderOfPrompt } from './promptFolder';

/** Where the runs of one prompt are, by name only: knowing it loads nothing of the store. */
export interface StorePlace {
  readonly root: string;
  /** The prompt's path as runs record it. */
  readonly promptPath: string;
}

/**
 * The store's place for a prompt: the setting `store`, else `.tutor-prompt-lab` in its workspace folder, else the extension's
 * own storage for files outside any folder.
 */
export function storePlace(uri: vscode.Uri, globalStorage: vscode.Uri): StorePlace {
  const { store: setting } = readSettings(uri);
  const local = folderOfPrompt(uri, vscode.workspace);
  const root =
    setting !== ''
      ? path.resolve(local ?? globalStorage.fsPath, setting)
      : path.join(local ?? globalStorage.fsPath, local === undefined ? 'runs' : '.tutor-prompt-lab');
  const promptPath = uri.scheme === 'file' ? storedPromptPath(root, uri.fsPath) : uri.toString();
  return { root, promptPath };
}
