import * as vscode from 'vscode';

/** Scheme of the example’s own document: it lies in no folder, so no folder decides anything about it. */
const exampleScheme = 'tutor-prompt-example';

export const exampleUri = vscode.Uri.from({ scheme: exampleScheme, path: '/MRBench example.md' });

/** Addresses come from anywhere. */
export function isExample(uri: { readonly scheme: string }): boolean {
  return uri.scheme === exampleScheme;
}

/** A note stands in the place of the example’s prompt, read-only. */
export function registerExampleDocument(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(exampleScheme, {
    provideTextDocumentContent: async () => (await import('../../core/run/recorded/exampleRuns')).exampleNote,
  });
}
