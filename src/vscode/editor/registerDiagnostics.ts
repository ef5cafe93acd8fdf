import * as vscode from 'vscode';
import { extensionPrefix } from '../settings';
import { isPromptFile } from './promptFileMatcher';
import { stackOf } from '../log';

/**
 * Keeps diagnostics on open prompt files. The check itself is loaded with the first such file, so that opening the
 * editor costs nothing; an edit is checked once typing pauses.
 */
export function registerDiagnostics(log: vscode.LogOutputChannel): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection(extensionPrefix);
  const waiting = new Map<string, NodeJS.Timeout>();
  const check = async (document: vscode.TextDocument): Promise<void> => {
    if (document.isClosed || !isPromptFile(document)) return;
    try {
      const { promptDiagnostics } = await import('./promptDiagnostics');
      collection.set(document.uri, promptDiagnostics(document));
    } catch (error) {
      log.error('Checking a prompt file failed.', stackOf(error));
    }
  };
  const later = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => void check(document), 300),
    );
  };
  const checkAll = (): void => {
    for (const document of vscode.workspace.textDocuments) later(document);
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(later),
    vscode.workspace.onDidChangeTextDocument((event) => later(event.document)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      clearTimeout(waiting.get(document.uri.toString()));
      waiting.delete(document.uri.toString());
      collection.delete(document.uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(extensionPrefix)) return;
      collection.clear();
      checkAll();
    }),
    {
      dispose: () => {
        for (const timer of waiting.values()) clearTimeout(timer);
      },
    },
  );
}
