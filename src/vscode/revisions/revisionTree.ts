import * as vscode from 'vscode';
import type { HistoryRun } from '../../core/revisions/historyRun';
import type { PromptRevision } from '../../core/revisions/promptHistory';
import type { Evaluations } from '../evaluation/evaluations';
import { extensionPrefix } from '../settings';
import type { PromptRevisions } from './promptRevisions';
import {
  gitText,
  joined,
  modelsText,
  revisionName,
  scoreText,
  shortRevision,
  standingRun,
  statusText,
  whenText,
} from './revisionText';
import type { ActivePrompt } from './revisionTreeView';

/** A line of the revision tree. */
export type RevisionTreeNode =
  | { readonly kind: 'revision'; readonly promptUri: vscode.Uri; readonly revision: PromptRevision }
  | {
      readonly kind: 'run';
      readonly promptUri: vscode.Uri;
      readonly revision: PromptRevision;
      readonly run: HistoryRun;
    };

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
      const revisions = (await this.#evaluations()).of(promptUri).revisions;
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
    if (promptUri !== undefined) (await this.#evaluations()).of(promptUri).revisions.changed();
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

/** How a line of the revision tree looks and what a click on it does. Tooltips are plain text: much of it is foreign. */
function revisionTreeItem(node: RevisionTreeNode): vscode.TreeItem {
  return node.kind === 'revision' ? revisionItem(node) : runItem(node);
}

function revisionItem(node: Extract<RevisionTreeNode, { kind: 'revision' }>): vscode.TreeItem {
  const { revision, promptUri } = node;
  const run = standingRun(revision);
  const name = revisionName(revision);
  const baseline = revision.pinned ? vscode.l10n.t('baseline') : undefined;
  const when = whenText(revision.lastAt);
  const git = gitText(revision.git[0]);
  const score = run === undefined ? undefined : scoreText(run);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${promptUri.toString()} ${revision.revision}`;
  item.description = joined([when, git, score, baseline]);
  item.tooltip = [
    revision.label === undefined ? name : `${name} (${shortRevision(revision.revision)})`,
    vscode.l10n.t('First evaluated {0}, last {1}', whenText(revision.firstAt), when),
    ...(git === undefined ? [] : [vscode.l10n.t('Commit {0}', git)]),
    ...(score === undefined ? [] : [score]),
    ...(revision.pinned ? [vscode.l10n.t('The baseline that runs are compared with')] : []),
  ].join('\n');
  item.iconPath = new vscode.ThemeIcon(
    revision.pinned ? 'pinned' : revision.label === undefined ? 'git-commit' : 'tag',
  );
  item.contextValue = revision.pinned ? 'pinnedRevision' : 'revision';
  item.accessibilityInformation = {
    label: joined([vscode.l10n.t('Revision {0}', name), when, git, score, baseline]).replaceAll(' · ', ', '),
  };
  item.command = command('openRevision', vscode.l10n.t('Open Revision'), node);
  return item;
}

function runItem(node: Extract<RevisionTreeNode, { kind: 'run' }>): vscode.TreeItem {
  const { run, promptUri } = node;
  const when = whenText(run.createdAt);
  const models = modelsText(run);
  const status = statusText(run.status);
  const score = scoreText(run);
  const isSimulated = run.summary?.simulated === true;
  // The score says so itself; a run without one must not pass for a real one.
  const simulated = isSimulated && score === undefined ? vscode.l10n.t('simulated') : undefined;
  const again = run.rejudgedFrom === undefined ? undefined : vscode.l10n.t('judged again');
  const item = new vscode.TreeItem(when, vscode.TreeItemCollapsibleState.None);
  item.id = `${promptUri.toString()} ${run.id}`;
  item.description = joined([score, models, status, simulated, again]);
  item.tooltip = [when, score, models, status, simulated, again, run.id]
    .filter((part) => part !== undefined)
    .join('\n');
  item.iconPath = new vscode.ThemeIcon(iconOf(run.status));
  item.contextValue = run.status === 'running' ? 'runningRun' : 'run';
  item.accessibilityInformation = {
    label: joined([vscode.l10n.t('Run of {0}', when), score, models, status, simulated, again]).replaceAll(' · ', ', '),
  };
  item.command = command('openRun', vscode.l10n.t('Open Run'), node);
  return item;
}

function iconOf(status: string): string {
  if (status === 'completed') return 'pass';
  if (status === 'running') return 'loading~spin';
  return status === 'failed' || status === 'overBudget' ? 'error' : 'warning';
}

function command(name: string, title: string, node: RevisionTreeNode): vscode.Command {
  return { command: `${extensionPrefix}.${name}`, title, arguments: [node] };
}
