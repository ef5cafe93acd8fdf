import * as vscode from 'vscode';
import { isPromptFile } from '../editor/promptFileMatcher';
import type { Evaluations } from '../evaluation/evaluations';
import type { RunTracker } from '../evaluation/runTracker';
import { hasStoredRuns, type StoreLocation } from '../evaluation/storeLocation';
import { extensionPrefix } from '../settings';
import { revisionPlaceOf, revisionScheme } from './revisionDocuments';
import { RevisionTree } from './revisionTree';

/** What the view needs of the extension. */
export interface RevisionTreeServices {
  readonly tracker: RunTracker;
  readonly log: vscode.LogOutputChannel;
  readonly evaluations: () => Promise<Evaluations>;
  readonly locationOf: (uri: vscode.Uri) => StoreLocation;
}

/**
 * Shows the revisions of the active prompt in the Explorer, once it has any: who never evaluated never sees the view. The
 * engine is loaded where there is a store to look into.
 */
export function registerRevisionTree(services: RevisionTreeServices): vscode.Disposable {
  const { tracker, log, evaluations, locationOf } = services;
  const active = new ActivePrompt(tracker);
  const tree = new RevisionTree(active, evaluations, log);
  const view = vscode.window.createTreeView(`${extensionPrefix}.revisions`, { treeDataProvider: tree });
  tree.onMessage = (message) => {
    view.message = message;
  };
  let offered: string | undefined;
  const offer = async (): Promise<void> => {
    const { uri } = active;
    try {
      const has = uri !== undefined && (await hasRuns(uri));
      // Another editor may have come forward meanwhile.
      if (uri?.toString() !== active.uri?.toString()) return;
      offered = has ? uri.toString() : undefined;
      view.description = uri?.path.slice(uri.path.lastIndexOf('/') + 1);
      await vscode.commands.executeCommand('setContext', `${extensionPrefix}.hasRevisions`, has);
    } catch (error) {
      log.warn('The runs of a prompt cannot be listed.', error instanceof Error ? error.message : String(error));
    }
  };
  const hasRuns = async (uri: vscode.Uri): Promise<boolean> => {
    if (tracker.get(uri.toString()) !== undefined) return true;
    // In Restricted Mode the view comes with the panel, which somebody has opened.
    if (!vscode.workspace.isTrusted || !(await hasStoredRuns(locationOf(uri).root))) return false;
    return (await (await evaluations()).of(uri).revisions.history()).runs.length > 0;
  };
  void offer();
  return vscode.Disposable.from(
    active,
    tree,
    view,
    active.onDidChange(() => void offer()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void offer()),
    // The first run of a prompt, or none any more; a run under way is heard of four times a second.
    tracker.onDidChange((uri) => {
      const isNews = (tracker.get(uri) === undefined) === (offered === uri);
      if (uri === active.uri?.toString() && isNews) void offer();
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) void tree.refresh();
    }),
    vscode.commands.registerCommand(`${extensionPrefix}.refreshRevisions`, () => tree.refresh()),
  );
}

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
