import * as vscode from 'vscode';
import { exampleScheme } from './exampleAddress';

/** Serves the note that stands in the place of the example’s prompt, read-only. */
export function registerExampleDocument(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(exampleScheme, {
    provideTextDocumentContent: async () => (await import('../../core/recorded/exampleRuns')).exampleNote,
  });
}
