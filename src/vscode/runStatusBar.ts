import * as vscode from 'vscode';
import type { RunStatusSummary, RunTracker } from './evaluation/runTracker';
import { extensionPrefix } from './settings';

/** Shows a run's progress in the status bar while it goes; a click shows its panel. */
export function registerRunStatusBar(tracker: RunTracker): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(`${extensionPrefix}.run`, vscode.StatusBarAlignment.Left);
  item.name = 'Tutor Prompt evaluation';
  const update = (): void => {
    const running = tracker.running();
    const [first] = running;
    if (first === undefined) {
      item.hide();
      return;
    }
    const sum = (of: (summary: RunStatusSummary) => number): number =>
      running.reduce((total, [, summary]) => total + of(summary), 0);
    const done = sum(({ replies }) => replies.done);
    const planned = sum(({ replies }) => replies.planned);
    const judgements = sum((summary) => summary.judgements);
    const waiting = sum(({ callsInBatches = 0 }) => callsInBatches);
    // Nothing turns for hours while a provider takes its time.
    const sign = running.every(([, { callsInBatches = 0 }]) => callsInBatches > 0) ? '$(watch)' : '$(loading~spin)';
    item.text = `${sign} Tutor prompt: ${done}/${planned} replies, ${judgements} judgements`;
    const batches = waiting === 0 ? '' : `, ${waiting} calls in batches`;
    item.tooltip = `${done} of ${planned} replies in, ${judgements} judgements made${batches}. Show results.`;
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
