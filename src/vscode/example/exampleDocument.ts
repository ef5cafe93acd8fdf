import path from 'node:path';
import * as vscode from 'vscode';

/** Scheme of the example’s own document: it lies in no folder, so no folder decides anything about it. */
const exampleScheme = 'tutor-prompt-example';

export const exampleUri = vscode.Uri.from({ scheme: exampleScheme, path: '/MRBench example.md' });

/** Whether an address is the example’s. Addresses come from anywhere. */
export function isExample(uri: { readonly scheme: string }): boolean {
  return uri.scheme === exampleScheme;
}

export function exampleRoot(globalStorage: vscode.Uri): string {
  return path.join(globalStorage.fsPath, 'example');
}

/** Serves the note that stands in the place of the example’s prompt, read-only. */
export function registerExampleDocument(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(exampleScheme, {
    provideTextDocumentContent: async () => (await import('../../core/run/recorded/exampleRuns')).exampleNote,
  });
}
