import * as vscode from 'vscode';
import { extensionPrefix } from '../settings';

const entries = [
  ['beaker', 'Choose Benchmarks', 'chooseBenchmarks'],
  ['hubot', 'Choose Models', 'chooseModels'],
  ['target', 'Choose Targets', 'chooseTargets'],
  ['git-compare', 'Compare With…', 'compareWith'],
  ['pinned', 'Choose Baseline', 'chooseBaseline'],
  ['history', 'Show History', 'showHistory'],
  ['law', 'Show Judges', 'showJudges'],
] as const;

/** Everything that the line above a prompt has no room for. `argument`: what the line is about, handed on unread. */
export async function promptMenu(argument: unknown): Promise<void> {
  const items = entries.map(([icon, title, command]) => ({ label: `$(${icon}) ${title}`, command }));
  const chosen = await vscode.window.showQuickPick(items, { title: 'Tutor Prompt' });
  if (chosen !== undefined) await vscode.commands.executeCommand(`${extensionPrefix}.${chosen.command}`, argument);
}
