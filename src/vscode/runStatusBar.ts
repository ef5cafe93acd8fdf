import * as vscode from 'vscode';
import type { RunStatusSummary, RunTracker } from './evaluation/runTracker';
import { extensionPrefix } from './settings';

/** Shows a run's progress in the status bar while it goes; a click shows its panel. */
export function registerRunStatusBar(tracker: RunTracker): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(`${extensionPrefix}.run`, vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Tutor Prompt evaluation');
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
    item.text = vscode.l10n.t('{0} Tutor prompt: {1}/{2} replies, {3} judgements', sign, done, planned, judgements);
    item.tooltip =
      waiting === 0
        ? vscode.l10n.t('{0} of {1} replies in, {2} judgements made. Show results.', done, planned, judgements)
        : vscode.l10n.t(
            '{0} of {1} replies in, {2} judgements made, {3} calls in batches. Show results.',
            ...[done, planned, judgements, waiting],
          );
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
