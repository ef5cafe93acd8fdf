import * as vscode from 'vscode';
import { isPromptFile } from '../editor/promptFileMatcher';
import type { RunTracker } from '../evaluation/runTracker';
import { revisionPlaceOf, revisionScheme } from './revisionDocuments';

/**
 * The prompt that the active editor is about: the file itself, or the one that a revision's document belongs to. Stays while no
 * editor has the focus, so that a click into a panel or a view changes nothing.
 */
export class ActivePrompt implements vscode.Disposable {
  readonly #tracker: RunTracker;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #disposables: readonly { dispose(): unknown }[];
  #uri: vscode.Uri | undefined;

  constructor(tracker: RunTracker) {
    this.#tracker = tracker;
    this.#disposables = [
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor(() => this.#follow()),
      // A document of another name becomes one with its first run.
      tracker.onDidChange((uri) => {
        if (uri === vscode.window.activeTextEditor?.document.uri.toString()) this.#follow();
      }),
    ];
    this.#follow();
  }

  get uri(): vscode.Uri | undefined {
    return this.#uri;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #follow(): void {
    const document = vscode.window.activeTextEditor?.document;
    // The log and inputs are text editors, too, and say nothing of where the reader works.
    if (document === undefined || document.uri.scheme === 'output' || document.uri.scheme === 'comment') return;
    const next = this.#promptOf(document);
    if (next?.toString() === this.#uri?.toString()) return;
    this.#uri = next;
    this.#changed.fire();
  }

  #promptOf(document: vscode.TextDocument): vscode.Uri | undefined {
    if (document.uri.scheme === revisionScheme) return revisionPlaceOf(document.uri)?.prompt;
    const isPrompt = isPromptFile(document) || this.#tracker.get(document.uri.toString()) !== undefined;
    return isPrompt ? document.uri : undefined;
  }
}
