import path from 'node:path';
import * as vscode from 'vscode';
import { storedPromptPath } from '../../core/store/promptPath';
import { strangenessOf } from '../../core/store/strangeFolder';
import { readSettings } from '../settings';
import { folderOfPrompt } from './promptFolder';

/** Where the runs of one prompt are, by name only: knowing it loads nothing of the store. */
export interface StorePlace {
  readonly root: string;
  /** The prompt's path as runs record it. */
  readonly promptPath: string;
}

/** Stores of strangers that the window was told of. */
const told = new Set<string>();

/**
 * The store's place for a prompt: the setting `store`, else `.tutor-prompt-lab` in its workspace folder, else the extension's
 * own storage: for files outside any folder, and where that folder is a link or belongs to another user.
 */
export function storePlace(uri: vscode.Uri, globalStorage: vscode.Uri): StorePlace {
  const { store: setting } = readSettings(uri);
  const local = folderOfPrompt(uri, vscode.workspace);
  const root =
    setting !== ''
      ? path.resolve(local ?? globalStorage.fsPath, setting)
      : (ownStoreIn(local) ?? path.join(globalStorage.fsPath, 'runs'));
  const promptPath = uri.scheme === 'file' ? storedPromptPath(root, uri.fsPath) : uri.toString();
  return { root, promptPath };
}

function ownStoreIn(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const root = path.join(folder, '.tutor-prompt-lab');
  const strangeness = strangenessOf(root);
  if (strangeness === undefined) return root;
  if (told.has(root)) return undefined;
  told.add(root);
  void vscode.window.showWarningMessage(
    strangeness === 'link'
      ? vscode.l10n.t(
          'The run store {0} is a link and not used. Runs are kept in the extension’s own storage; to use that store, name its folder in the setting tutorPromptLab.store.',
          root,
        )
      : vscode.l10n.t(
          'The run store {0} belongs to another user and is not used. Runs are kept in the extension’s own storage; to use that store, name it in the setting tutorPromptLab.store.',
          root,
        ),
  );
  return undefined;
}
