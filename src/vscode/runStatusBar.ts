import * as vscode from 'vscode';
import type { RunTracker } from './evaluation/runTracker';
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
    const done = running.reduce((sum, [, glimpse]) => sum + glimpse.replies.done, 0);
    const planned = running.reduce((sum, [, glimpse]) => sum + glimpse.replies.planned, 0);
    const waiting = running.reduce((sum, [, glimpse]) => sum + (glimpse.callsInBatches ?? 0), 0);
    // Nothing turns for hours while a provider takes its time.
    const sign = running.every(([, { callsInBatches = 0 }]) => callsInBatches > 0) ? '$(watch)' : '$(loading~spin)';
    item.text = vscode.l10n.t('{0} Tutor prompt {1}/{2}', sign, done, planned);
    item.tooltip =
      waiting === 0
        ? vscode.l10n.t('{0} of {1} replies in. Show results.', done, planned)
        : vscode.l10n.t('{0} of {1} replies in, {2} calls in batches. Show results.', done, planned, waiting);
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
