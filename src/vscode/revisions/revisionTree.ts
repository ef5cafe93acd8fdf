import * as vscode from 'vscode';
import type { Evaluations } from '../evaluation/evaluations';
import type { ActivePrompt } from './activePrompt';
import { revisionTreeItem } from './revisionTreeItem';
import type { RevisionTreeNode } from './revisionTreeNode';
import type { PromptRevisions } from './promptRevisions';

/** The revisions of the active prompt with their runs, the last evaluated first. VS Code asks for them while the view is seen. */
export class RevisionTree implements vscode.TreeDataProvider<RevisionTreeNode>, vscode.Disposable {
  readonly #active: ActivePrompt;
  readonly #evaluations: () => Promise<Evaluations>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #follow: vscode.Disposable;
  #followed: { readonly revisions: PromptRevisions; readonly subscription: vscode.Disposable } | undefined;
  /** What the view says above its lines. */
  onMessage: (message: string | undefined) => void = () => undefined;

  constructor(active: ActivePrompt, evaluations: () => Promise<Evaluations>, log: vscode.LogOutputChannel) {
    this.#active = active;
    this.#evaluations = evaluations;
    this.#log = log;
    this.#follow = active.onDidChange(() => this.#changed.fire());
  }

  getTreeItem(node: RevisionTreeNode): vscode.TreeItem {
    return revisionTreeItem(node);
  }

  async getChildren(node?: RevisionTreeNode): Promise<RevisionTreeNode[]> {
    if (node?.kind === 'run') return [];
    if (node !== undefined) {
      const { promptUri, revision } = node;
      return revision.runs.map((run) => ({ kind: 'run', promptUri, revision, run }));
    }
    const promptUri = this.#active.uri;
    if (promptUri === undefined) return [];
    try {
      const revisions = (await this.#evaluations()).revisionsOf(promptUri);
      this.#subscribe(revisions);
      const { revisions: all, problems, damaged } = await revisions.history();
      this.onMessage(problemsText(problems.length, damaged.length));
      return all.map((revision) => ({ kind: 'revision', promptUri, revision }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.error('The revisions of a prompt could not be listed.', reason);
      this.onMessage(vscode.l10n.t('The runs cannot be read. {0}', reason));
      return [];
    }
  }

  /** Reads the store again: another window or the command line may have added to it. */
  async refresh(): Promise<void> {
    const promptUri = this.#active.uri;
    if (promptUri !== undefined) (await this.#evaluations()).revisionsOf(promptUri).changed();
    this.#changed.fire();
  }

  dispose(): void {
    this.#followed?.subscription.dispose();
    this.#follow.dispose();
    this.#changed.dispose();
  }

  #subscribe(revisions: PromptRevisions): void {
    if (this.#followed?.revisions === revisions) return;
    this.#followed?.subscription.dispose();
    this.#followed = { revisions, subscription: revisions.onDidChange(() => this.#changed.fire()) };
  }
}

function problemsText(lines: number, runs: number): string | undefined {
  const parts = [
    ...(runs > 0 ? [vscode.l10n.t('Runs that cannot be read: {0}.', runs)] : []),
    ...(lines > 0 ? [vscode.l10n.t('Damaged lines of the revision journal: {0}.', lines)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
