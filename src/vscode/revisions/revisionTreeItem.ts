import * as vscode from 'vscode';
import { extensionPrefix } from '../settings';
import { gitText, joined, modelsText, scoreText, standingRun, statusText } from './revisionFacts';
import { revisionName, shortRevision } from './revisionName';
import type { RevisionTreeNode } from './revisionTreeNode';
import { whenText } from './whenText';

/** How a line of the revision tree looks and what a click on it does. Tooltips are plain text: much of it is foreign. */
export function revisionTreeItem(node: RevisionTreeNode): vscode.TreeItem {
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
