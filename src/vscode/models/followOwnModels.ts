import * as vscode from 'vscode';
import { useOwnModels } from '../../core/providers/modelTable';
import { readOwnModels } from '../../core/providers/ownModels';
import { readNamedText } from '../../core/store/plainFile';
import { showFailure } from '../log';
import { extensionPrefix } from '../settings';

const setting = 'modelsFile';
/** Bytes. */
const largest = 1_000_000;

/**
 * Takes up the user's own models, now and whenever the setting or the file changes in the editor. Where the file cannot be used, that is
 * shown and the built-in models alone count.
 */
export async function followOwnModels(log: vscode.LogOutputChannel): Promise<vscode.Disposable> {
  const takeUp = async (): Promise<void> => {
    const file = ownModelsFile();
    try {
      useOwnModels(file === '' ? [] : readOwnModels(await readNamedText(file, { largest }), file));
    } catch (error) {
      useOwnModels([]);
      const reason = error instanceof Error ? error.message : String(error);
      const message = vscode.l10n.t('The setting {0} has no effect: {1}', `${extensionPrefix}.${setting}`, reason);
      void showFailure(log, message, error);
    }
  };
  await takeUp();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${extensionPrefix}.${setting}`)) void takeUp();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.fsPath === ownModelsFile()) void takeUp();
    }),
  );
}

function ownModelsFile(): string {
  const value = vscode.workspace.getConfiguration(extensionPrefix).get<unknown>(setting);
  return typeof value === 'string' ? value.trim() : '';
}
