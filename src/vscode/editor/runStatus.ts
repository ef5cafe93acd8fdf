import * as vscode from 'vscode';
import { t } from '../../core/text/countWords';
import type { RunStatusSummary } from '../evaluation/runTracker';
import { hasStoredRuns, storeLocation } from '../evaluation/storeLocation';
import type { WindowServices } from '../prompts/evaluations';
import { plainLine } from '../revisions/revisionText';
import { extensionPrefix } from '../settings';

const decisionIcons: Readonly<Record<string, string>> = { adopt: 'check', reject: 'close', tradeOff: 'arrow-swap' };

/** Shows runs in the status bar, else the decision on the last prompt. Sets the context keys of commands, too. */
export function registerRunStatus({ tracker, globalStorage }: WindowServices): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(`${extensionPrefix}.run`, vscode.StatusBarAlignment.Left);
  item.name = t`Tutor Prompt evaluation`;
  const contexts = new Map<string, boolean>();
  let lastSeen = '';
  let hasRuns = false;
  const command = (name: string, uri: string): vscode.Command => {
    return { title: '', command: `${extensionPrefix}.${name}`, arguments: [vscode.Uri.parse(uri)] };
  };
  const update = (): void => {
    const running = tracker.running();
    hasRuns ||= tracker.hasRuns;
    const sum = (of: (summary: RunStatusSummary) => number): number =>
      running.reduce((total, [, summary]) => total + of(summary), 0);
    const inBatches = sum(({ callsInBatches }) => callsInBatches);
    const [first] = running;
    // While the panel has the focus, no editor is active.
    if (first === undefined) lastSeen = vscode.window.activeTextEditor?.document.uri.toString() ?? lastSeen;
    const { phase, status } = tracker.get(lastSeen) ?? {};
    // A stored run that was not read may be one that can go on.
    const mayGoOn = hasRuns && phase !== 'running';
    const canResume = mayGoOn && status !== 'completed';
    const canRaiseCap = mayGoOn && [undefined, 'overBudget'].includes(status);
    const now = { waitsForBatches: inBatches > 0, isRunning: running.length > 0, hasRuns, canResume, canRaiseCap };
    for (const [name, value] of Object.entries(now)) {
      if (contexts.get(name) === value) continue;
      contexts.set(name, value);
      void vscode.commands.executeCommand('setContext', `${extensionPrefix}.${name}`, value);
    }
    const decision = first === undefined ? tracker.get(lastSeen)?.decision : undefined;
    if (decision !== undefined) {
      item.text = `$(${decisionIcons[decision.kind] ?? 'question'}) ${plainLine(decision.line, 80)}`;
      item.tooltip = t`${plainLine(decision.sentence, 300)} Show the comparison.`;
      item.command = command('showComparison', lastSeen);
    }
    if (first === undefined) {
      if (decision === undefined) item.hide();
      else item.show();
      return;
    }
    const done = sum(({ replies }) => replies.done);
    const planned = sum(({ replies }) => replies.planned);
    const judgements = sum((summary) => summary.judgements);
    // No spinning icon for hours while batches wait.
    const sign = running.every(([, { callsInBatches }]) => callsInBatches > 0) ? '$(watch)' : '$(loading~spin)';
    item.text = t`${sign} Tutor prompt: ${done}/${planned} replies, ${judgements} judgements`;
    item.tooltip = inBatches === 0 ? t`Show results` : t`${inBatches} calls in batches`;
    item.command = command('showPanel', first[0]);
    item.show();
  };
  /** Runs may be stored by the command line, and no run is shown where code lenses are off. */
  const follow = async (): Promise<void> => {
    update();
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (hasRuns || uri?.scheme !== 'file' || !vscode.workspace.isTrusted) return;
    hasRuns = await hasStoredRuns(storeLocation(uri, globalStorage).root);
    if (hasRuns) update();
  };
  void follow();
  return vscode.Disposable.from(item, tracker.onDidChange(update), vscode.window.onDidChangeActiveTextEditor(follow));
}
