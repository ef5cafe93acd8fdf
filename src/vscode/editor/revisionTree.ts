import * as vscode from 'vscode';
import type { HistoryRun, PromptRevision } from '../../core/history/promptHistory';
import type { RunTracker } from '../evaluation/runTracker';
import { hasStoredRuns, storeLocation } from '../evaluation/storeLocation';
import { reasonOf } from '../log';
import type { WindowServices } from '../prompts/evaluations';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { revisionAddressOf } from '../revisions/revisionDocuments';
import {
  gitText,
  joined,
  nameInPath,
  revisionName,
  runFacts,
  scoreText,
  shortRevision,
  standingRun,
  whenText,
} from '../revisions/revisionText';
import { extensionPrefix, isPromptFile } from '../settings';

export function registerRevisionTree(window: WindowServices): vscode.Disposable {
  const { tracker, log, evaluations, globalStorage } = window;
  const active = new ActivePrompt(tracker);
  const tree = new RevisionTree(active, window);
  const view = vscode.window.createTreeView(`${extensionPrefix}.revisions`, { treeDataProvider: tree });
  tree.onMessage = (message) => void (view.message = message);
  let offered: string | undefined;
  const offer = async (): Promise<void> => {
    const { uri } = active;
    try {
      const has = uri !== undefined && (await hasRuns(uri));
      // Another editor may have become active meanwhile.
      if (uri?.toString() !== active.uri?.toString()) return;
      offered = has ? uri.toString() : undefined;
      view.description = uri && nameInPath(uri);
      await vscode.commands.executeCommand('setContext', `${extensionPrefix}.hasRevisions`, has);
    } catch (error) {
      log.warn('The runs of a prompt cannot be listed.', reasonOf(error));
    }
  };
  const hasRuns = async (uri: vscode.Uri): Promise<boolean> => {
    if (tracker.get(uri.toString()) !== undefined) return true;
    // In Restricted Mode the view appears only after somebody opened a panel.
    if (!vscode.workspace.isTrusted || !(await hasStoredRuns(storeLocation(uri, globalStorage).root))) return false;
    return (await (await evaluations()).of(uri).revisions.history()).runs.length > 0;
  };
  void offer();
  return vscode.Disposable.from(
    active,
    tree,
    view,
    active.onDidChange(() => void offer()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void offer()),
    // Reacts to the first run and to the last deletion; a live run fires four times a second.
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

/** Keeps the prompt while no editor has the focus, so that clicks into panels change nothing. */
class ActivePrompt implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listening: vscode.Disposable;
  uri: vscode.Uri | undefined;

  constructor(tracker: RunTracker) {
    const follow = (): void => {
      const document = vscode.window.activeTextEditor?.document;
      // The log and inputs are text editors, too, but no documents of the reader.
      if (document === undefined || document.uri.scheme === 'output' || document.uri.scheme === 'comment') return;
      const isPrompt = isPromptFile(document) || tracker.get(document.uri.toString()) !== undefined;
      const next = revisionAddressOf(document.uri)?.prompt ?? (isPrompt ? document.uri : undefined);
      if (next?.toString() === this.uri?.toString()) return;
      this.uri = next;
      this.#changed.fire();
    };
    // Any document becomes a prompt with its first run.
    const listening = [vscode.window.onDidChangeActiveTextEditor(follow), tracker.onDidChange(follow)];
    this.#listening = vscode.Disposable.from(this.#changed, ...listening);
    follow();
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

interface RevisionNode {
  readonly promptUri: vscode.Uri;
  readonly revision: PromptRevision;
  readonly run?: HistoryRun;
}

class RevisionTree implements vscode.TreeDataProvider<RevisionNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listening: vscode.Disposable;
  #followed: { readonly revisions: PromptRevisions; readonly subscription: vscode.Disposable } | undefined;
  onMessage: (message: string | undefined) => void = () => undefined;

  constructor(
    private readonly active: ActivePrompt,
    private readonly window: WindowServices,
  ) {
    this.#listening = vscode.Disposable.from(
      this.#changed,
      active.onDidChange(() => this.#changed.fire()),
    );
  }

  /** Tooltips are plain text, since much of it is foreign. */
  getTreeItem(node: RevisionNode): vscode.TreeItem {
    return node.run === undefined ? revisionItem(node) : runItem(node, node.run);
  }

  async getChildren(node?: RevisionNode): Promise<RevisionNode[]> {
    if (node !== undefined) return node.revision.runs.map((run) => ({ ...node, run }));
    const promptUri = this.active.uri;
    if (promptUri === undefined) return [];
    try {
      const revisions = (await this.window.evaluations()).of(promptUri).revisions;
      this.#subscribe(revisions);
      const { revisions: all, problems, damaged } = await revisions.history();
      this.onMessage(problemsText(problems.length, damaged.length));
      return all.map((revision) => ({ promptUri, revision }));
    } catch (error) {
      this.window.log.error('The revisions of a prompt could not be listed.', reasonOf(error));
      this.onMessage(`The runs cannot be read. ${reasonOf(error)}`);
      return [];
    }
  }

  /** Reads the store again, since another window or the command line may have added runs. */
  async refresh(): Promise<void> {
    const promptUri = this.active.uri;
    if (promptUri !== undefined) (await this.window.evaluations()).of(promptUri).revisions.changed();
    this.#changed.fire();
  }

  dispose(): void {
    for (const one of [this.#followed?.subscription, this.#listening]) one?.dispose();
  }

  #subscribe(revisions: PromptRevisions): void {
    if (this.#followed?.revisions === revisions) return;
    this.#followed?.subscription.dispose();
    this.#followed = { revisions, subscription: revisions.onDidChange(() => this.#changed.fire()) };
  }
}

function problemsText(lines: number, runs: number): string | undefined {
  const ofRuns = runs > 0 ? `Runs that cannot be read: ${runs}. ` : '';
  const ofLines = lines > 0 ? `Damaged lines of the revision journal: ${lines}.` : '';
  return `${ofRuns}${ofLines}`.trim() || undefined;
}

function revisionItem(node: RevisionNode): vscode.TreeItem {
  const { revision, promptUri } = node;
  const run = standingRun(revision);
  const name = revisionName(revision);
  const when = whenText(revision.lastAt);
  const git = gitText(revision.git[0]);
  const score = run && scoreText(run);
  const facts = [when, git, score, revision.pinned ? 'baseline' : undefined];
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${promptUri.toString()} ${revision.revision}`;
  item.description = joined(facts);
  item.tooltip = lines([
    `${name} (${shortRevision(revision.revision)})`,
    `First evaluated ${whenText(revision.firstAt)}, last ${when}`,
    git && `Commit ${git}`,
    score,
    revision.pinned ? 'The baseline that runs are compared with' : undefined,
  ]);
  const icon = revision.label === undefined ? 'git-commit' : 'tag';
  item.iconPath = new vscode.ThemeIcon(revision.pinned ? 'pinned' : icon);
  item.contextValue = revision.pinned ? 'pinnedRevision' : 'revision';
  item.accessibilityInformation = spoken([`Revision ${name}`, ...facts]);
  item.command = command('openRevision', 'Open Revision', node);
  return item;
}

function runItem(node: RevisionNode, run: HistoryRun): vscode.TreeItem {
  const when = whenText(run.createdAt);
  const facts = runFacts(run);
  const item = new vscode.TreeItem(when, vscode.TreeItemCollapsibleState.None);
  item.id = `${node.promptUri.toString()} ${run.id}`;
  item.description = joined(facts);
  item.tooltip = lines([when, ...facts, run.id]);
  item.iconPath = new vscode.ThemeIcon(icons[run.status] ?? 'warning');
  item.contextValue = run.status === 'running' ? 'runningRun' : 'run';
  item.accessibilityInformation = spoken([`Run of ${when}`, ...facts]);
  item.command = command('openRun', 'Open Run', node);
  return item;
}

const icons: Readonly<Record<string, string>> = {
  completed: 'pass',
  running: 'loading~spin',
  failed: 'error',
  overBudget: 'error',
};

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}

function spoken(parts: readonly (string | undefined)[]): vscode.AccessibilityInformation {
  return { label: joined(parts).replaceAll(' · ', ', ') };
}

function command(name: string, title: string, node: RevisionNode): vscode.Command {
  return { command: `${extensionPrefix}.${name}`, title, arguments: [node] };
}
