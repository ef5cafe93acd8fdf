import * as vscode from 'vscode';
import { t } from '../../core/text/countWords';
import { extensionPrefix } from '../settings';

const entries = [
  ['beaker', t`Choose Benchmarks`, 'chooseBenchmarks'],
  ['hubot', t`Choose Models`, 'chooseModels'],
  ['target', t`Choose Targets`, 'chooseTargets'],
  ['checklist', t`Test Rules`, 'testRules'],
  ['git-compare', t`Compare With…`, 'compareWith'],
  ['pinned', t`Choose Baseline`, 'chooseBaseline'],
  ['history', t`Show History`, 'showHistory'],
  ['law', t`Show Judges`, 'showJudges'],
] as const;

/** Everything that the line above a prompt has no room for. `argument`: what the line is about, handed on unread. */
export async function promptMenu(argument: unknown): Promise<void> {
  const items = entries.map(([icon, title, command]) => ({ label: `$(${icon}) ${title}`, command }));
  const chosen = await vscode.window.showQuickPick(items, { title: 'Tutor Prompt' });
  if (chosen !== undefined) await vscode.commands.executeCommand(`${extensionPrefix}.${chosen.command}`, argument);
}
