import * as vscode from 'vscode';
import type { HistoryRun, PromptRevision } from '../../core/history/promptHistory';
import type { RunStatusSummary } from '../evaluation/runTracker';
import type { PanelChoices } from '../../protocol/panelState';
import { reasonOf, t } from '../log';
import type { WindowServices } from '../prompts/evaluations';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { revisionAddressOf } from '../revisions/revisionDocuments';
import * as texts from '../revisions/revisionText';
import { extensionPrefix, findPromptFiles, isPromptFile } from '../settings';

/** A prompt, its samples or judges, a revision, or a run of that revision. Commands take it as their argument. */
interface PromptNode {
  readonly promptUri: vscode.Uri;
  /** The prompt has no run, as far as its store was read. */
  readonly isUnplayed?: boolean;
  /** What the next run uses. */
  readonly choice?: vscode.TreeItem;
  readonly revision?: PromptRevision;
  readonly run?: HistoryRun;
}

const mostPrompts = 200;

/** The workspace's prompts with their revisions and runs. The one in the editor is unfolded. */
export function registerPromptTree({ tracker, log, evaluations }: WindowServices): vscode.Disposable {
  const changed = new vscode.EventEmitter<PromptNode | undefined>();
  const followed = new Map<string, { readonly revisions: PromptRevisions; readonly subscription: vscode.Disposable }>();
  /** Kept, since VS Code names changed nodes by identity. */
  const nodes = new Map<string, PromptNode>();
  let active: vscode.Uri | undefined;
  const view = vscode.window.createTreeView<PromptNode>(`${extensionPrefix}.prompts`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getParent: ({ promptUri, revision }) => (revision === undefined ? undefined : nodeOf(promptUri)),
      // Tooltips are plain text, since much of it is foreign.
      getTreeItem: (node) => {
        const { revision, run, choice } = node;
        if (choice !== undefined) return choice;
        // Revealing a prompt opens nothing before the view has read its children once.
        const isOpen = node.promptUri.toString() === active?.toString() && vscode.workspace.isTrusted;
        if (revision === undefined) return promptItem(node, isOpen, tracker.get(node.promptUri.toString()));
        return run === undefined ? revisionItem(node, revision) : runItem(node, run);
      },
      getChildren: (node) => {
        if (node === undefined) return prompts();
        if (node.choice !== undefined) return [];
        return node.revision === undefined ? partsOf(node) : node.revision.runs.map((run) => ({ ...node, run }));
      },
    },
  });

  function nodeOf(promptUri: vscode.Uri): PromptNode {
    const key = promptUri.toString();
    const node = nodes.get(key) ?? { promptUri };
    nodes.set(key, node);
    return node;
  }

  async function prompts(): Promise<PromptNode[]> {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter((uri) => tracker.get(uri.toString()));
    const all = [...(await findPromptFiles(mostPrompts)), ...open, ...(active === undefined ? [] : [active])];
    const unique = new Map(all.map((uri) => [uri.toString(), uri]));
    return [...unique.values()].sort((one, other) => (one.path < other.path ? -1 : 1)).map(nodeOf);
  }

  async function partsOf(node: PromptNode): Promise<PromptNode[]> {
    const { promptUri } = node;
    const key = promptUri.toString();
    try {
      const controller = (await evaluations()).of(promptUri);
      const { revisions } = controller;
      if (followed.get(key)?.revisions !== revisions) {
        followed.get(key)?.subscription.dispose();
        followed.set(key, { revisions, subscription: revisions.onDidChange(() => changed.fire(node)) });
      }
      const { revisions: all, problems, damaged } = await revisions.history();
      view.message = problemsText(problems.length, damaged.length);
      // A run that cannot be read may be of this prompt.
      const isUnplayed = all.length + damaged.length === 0;
      if (isUnplayed !== (node.isUnplayed ?? false)) changed.fire(Object.assign(node, { isUnplayed }));
      return [...choiceNodes(node, controller.snapshot().choices), ...all.map((revision) => ({ promptUri, revision }))];
    } catch (error) {
      log.error('The revisions of a prompt could not be listed.', reasonOf(error));
      view.message = t`The runs cannot be read. ${reasonOf(error)}`;
      return [];
    }
  }

  /** Reads the stores again, since another window or the command line may have added runs. */
  async function refresh(): Promise<void> {
    if (active !== undefined) (await evaluations()).of(active).revisions.changed();
    for (const { revisions } of followed.values()) revisions.changed();
    changed.fire(undefined);
  }

  /** Unfolds the prompt in the editor. Clicks into panels change nothing. */
  async function follow(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    // The log and inputs are text editors, too, but no documents of the reader.
    if (document === undefined || document.uri.scheme === 'output' || document.uri.scheme === 'comment') return;
    // Any document becomes a prompt with its first run.
    const isPrompt = isPromptFile(document) || tracker.get(document.uri.toString()) !== undefined;
    const next = revisionAddressOf(document.uri)?.prompt ?? (isPrompt ? document.uri : undefined);
    if (next === undefined || next.toString() === active?.toString()) return;
    active = next;
    await unfold();
  }

  async function unfold(): Promise<void> {
    if (active === undefined || !view.visible) return;
    if (!nodes.has(active.toString())) changed.fire(undefined);
    // In Restricted Mode no run is read unasked.
    const expand = vscode.workspace.isTrusted;
    await view.reveal(nodeOf(active), { select: false, focus: false, expand }).then(undefined, (error: unknown) => {
      log.warn('The prompt in the editor cannot be shown among the prompts.', reasonOf(error));
    });
  }

  void follow();
  return vscode.Disposable.from(
    view,
    changed,
    new vscode.Disposable(() => {
      for (const { subscription } of followed.values()) subscription.dispose();
    }),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidCreateFiles(() => changed.fire(undefined)),
    vscode.workspace.onDidDeleteFiles(() => changed.fire(undefined)),
    vscode.workspace.onDidRenameFiles(() => changed.fire(undefined)),
    tracker.onDidChange((uri) => {
      const node = nodes.get(uri);
      // A live run fires four times a second.
      if (node !== undefined && tracker.get(uri)?.phase !== 'running') changed.fire(node);
      void follow();
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      changed.fire(undefined);
      for (const { revisions } of followed.values()) revisions.changed();
      void unfold();
    }),
    vscode.commands.registerCommand(`${extensionPrefix}.refreshRevisions`, refresh),
  );
}

function promptItem({ promptUri, isUnplayed }: PromptNode, isOpen: boolean, summary?: RunStatusSummary) {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(texts.nameInPath(promptUri), isOpen ? Expanded : Collapsed);
  const { decision, headline, simulated } = summary ?? {};
  const score = headline && `${texts.namedScore(headline, 40)}${simulated ? t` (simulated)` : ''}`;
  item.id = promptUri.toString();
  item.description = decision ? texts.plainLine(decision.line, 100) : (score ?? (isUnplayed ? t`not evaluated` : ''));
  item.tooltip = lines([
    vscode.workspace.asRelativePath(promptUri),
    decision && texts.plainLine(decision.sentence, 300),
    score,
  ]);
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  item.contextValue = 'prompt';
  item.command = { command: 'vscode.open', title: t`Open Prompt`, arguments: [promptUri] };
  return item;
}

function choiceNodes(node: PromptNode, { benchmarks, limit, judges }: PanelChoices): readonly PromptNode[] {
  const row = (label: string, value: string, icon: string, action: string): PromptNode => {
    const item = new vscode.TreeItem(label);
    item.id = `${node.promptUri.toString()} ${label}`;
    item.description = texts.plainLine(value, 100);
    item.iconPath = new vscode.ThemeIcon(icon);
    item.command = command(action, label, node);
    return { ...node, choice: item };
  };
  const sampled = limit === undefined ? '' : t`, a sample of ${limit}`;
  return [
    row(t`Samples`, `${benchmarks.join(', ')}${sampled}`, 'database', 'chooseBenchmarks'),
    row(t`Judges`, judges.join(', '), 'law', 'showJudges'),
  ];
}

function problemsText(lines: number, runs: number): string | undefined {
  const ofRuns = runs > 0 ? t`Runs that cannot be read: ${runs}. ` : '';
  const ofLines = lines > 0 ? t`Damaged lines of the revision journal: ${lines}.` : '';
  return `${ofRuns}${ofLines}`.trim() || undefined;
}

function revisionItem(node: PromptNode, revision: PromptRevision): vscode.TreeItem {
  const name = texts.revisionName(revision);
  const facts = texts.revisionFacts(revision);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${node.promptUri.toString()} ${revision.revision}`;
  item.description = texts.joined(facts);
  item.tooltip = lines([
    name,
    t`First evaluated ${texts.whenText(revision.firstAt)}, last ${texts.whenText(revision.lastAt)}`,
    ...facts.slice(1),
  ]);
  const icon = revision.label === undefined ? 'git-commit' : 'tag';
  item.iconPath = new vscode.ThemeIcon(revision.pinned ? 'pinned' : icon);
  item.contextValue = revision.pinned ? 'pinnedRevision' : 'revision';
  item.accessibilityInformation = spoken([t`Revision ${name}`, ...facts]);
  item.command = command('openRevision', t`Open Revision`, node);
  return item;
}

function runItem(node: PromptNode, run: HistoryRun): vscode.TreeItem {
  const when = texts.whenText(run.createdAt);
  const facts = texts.runFacts(run);
  const item = new vscode.TreeItem(when, vscode.TreeItemCollapsibleState.None);
  item.id = `${node.promptUri.toString()} ${run.id}`;
  item.description = texts.joined(facts);
  item.tooltip = lines([when, ...facts, run.id]);
  item.iconPath = new vscode.ThemeIcon(icons[run.status] ?? 'warning');
  item.contextValue = run.status === 'running' ? 'runningRun' : 'run';
  item.accessibilityInformation = spoken([t`Run of ${when}`, ...facts]);
  item.command = command('openRun', t`Open Run`, node);
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
  return { label: texts.joined(parts).replaceAll(' · ', ', ') };
}

function command(name: string, title: string, node: PromptNode): vscode.Command {
  return { command: `${extensionPrefix}.${name}`, title, arguments: [node] };
}
