import * as vscode from 'vscode';

/** Scheme of the example document. It is in no folder, so no folder's settings apply to it. */
const exampleScheme = 'tutor-prompt-example';

export const exampleUri = vscode.Uri.from({ scheme: exampleScheme, path: '/MRBench example.md' });

export function isExample(uri: { readonly scheme: string }): boolean {
  return uri.scheme === exampleScheme;
}

/** Shows a read-only note in place of the example's prompt. */
export function registerExampleDocument(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(exampleScheme, {
    provideTextDocumentContent: async () => (await import('../../core/benchmarks/example')).example.note,
  });
}
