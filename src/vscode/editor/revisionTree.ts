import * as vscode from 'vscode';
import type { HistoryRun, PromptRevision } from '../../core/history/promptHistory';
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

interface RevisionNode {
  readonly promptUri: vscode.Uri;
  readonly revision: PromptRevision;
  readonly run?: HistoryRun;
}

/** The revisions of the prompt that was last in the editor: clicks into panels change nothing. */
export function registerRevisionTree({ tracker, log, evaluations, globalStorage }: WindowServices): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let active: vscode.Uri | undefined;
  let offered: string | undefined;
  let followed: { readonly revisions: PromptRevisions; readonly subscription: vscode.Disposable } | undefined;
  const revisionsOf = async (uri: vscode.Uri): Promise<PromptRevisions> => (await evaluations()).of(uri).revisions;
  const view = vscode.window.createTreeView<RevisionNode>(`${extensionPrefix}.revisions`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      // Tooltips are plain text, since much of it is foreign.
      getTreeItem: (node) => (node.run === undefined ? revisionItem(node) : runItem(node, node.run)),
      getChildren: (node) => (node === undefined ? list() : node.revision.runs.map((run) => ({ ...node, run }))),
    },
  });

  async function list(): Promise<RevisionNode[]> {
    const promptUri = active;
    if (promptUri === undefined) return [];
    try {
      const revisions = await revisionsOf(promptUri);
      if (followed?.revisions !== revisions) {
        followed?.subscription.dispose();
        followed = { revisions, subscription: revisions.onDidChange(() => changed.fire()) };
      }
      const { revisions: all, problems, damaged } = await revisions.history();
      view.message = problemsText(problems.length, damaged.length);
      return all.map((revision) => ({ promptUri, revision }));
    } catch (error) {
      log.error('The revisions of a prompt could not be listed.', reasonOf(error));
      view.message = `The runs cannot be read. ${reasonOf(error)}`;
      return [];
    }
  }

  /** Reads the store again, since another window or the command line may have added runs. */
  async function refresh(): Promise<void> {
    if (active !== undefined) (await revisionsOf(active)).changed();
    changed.fire();
  }

  async function offer(): Promise<void> {
    const uri = active;
    try {
      const has = uri !== undefined && (await hasRuns(uri));
      // Another editor may have become active meanwhile.
      if (uri?.toString() !== active?.toString()) return;
      offered = has ? uri.toString() : undefined;
      view.description = uri && nameInPath(uri);
      await vscode.commands.executeCommand('setContext', `${extensionPrefix}.hasRevisions`, has);
    } catch (error) {
      log.warn('The runs of a prompt cannot be listed.', reasonOf(error));
    }
  }

  async function hasRuns(uri: vscode.Uri): Promise<boolean> {
    if (tracker.get(uri.toString()) !== undefined) return true;
    // In Restricted Mode the view appears only after somebody opened a panel.
    if (!vscode.workspace.isTrusted || !(await hasStoredRuns(storeLocation(uri, globalStorage).root))) return false;
    return (await (await revisionsOf(uri)).history()).runs.length > 0;
  }

  function follow(): void {
    const document = vscode.window.activeTextEditor?.document;
    // The log and inputs are text editors, too, but no documents of the reader.
    if (document === undefined || document.uri.scheme === 'output' || document.uri.scheme === 'comment') return;
    const isPrompt = isPromptFile(document) || tracker.get(document.uri.toString()) !== undefined;
    const next = revisionAddressOf(document.uri)?.prompt ?? (isPrompt ? document.uri : undefined);
    if (next?.toString() === active?.toString()) return;
    active = next;
    changed.fire();
    void offer();
  }

  follow();
  void offer();
  return vscode.Disposable.from(
    view,
    changed,
    new vscode.Disposable(() => void followed?.subscription.dispose()),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void offer()),
    tracker.onDidChange((uri) => {
      // Any document becomes a prompt with its first run.
      follow();
      // Reacts to the first run and to the last deletion; a live run fires four times a second.
      const isNews = (tracker.get(uri) === undefined) === (offered === uri);
      if (uri === active?.toString() && isNews) void offer();
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) void refresh();
    }),
    vscode.commands.registerCommand(`${extensionPrefix}.refreshRevisions`, refresh),
  );
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
