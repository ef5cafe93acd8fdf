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
    item.text = vscode.l10n.t('$(loading~spin) Tutor prompt {0}/{1}', done, planned);
    item.tooltip = vscode.l10n.t('{0} of {1} replies in. Show results.', done, planned);
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
