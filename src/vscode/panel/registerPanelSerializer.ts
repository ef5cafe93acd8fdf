import * as vscode from 'vscode';
import type { Evaluations } from '../evaluation/evaluations';
import { panelViewType } from './promptPanel';
import { stackOf } from '../log';

/** Brings panels back after a reload: the webview's own state names the prompt, the store has the run. */
export function registerPanelSerializer(
  evaluations: () => Promise<Evaluations>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(panelViewType, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const uri = promptUriOf(state);
      if (uri === undefined) {
        panel.dispose();
        return;
      }
      try {
        await (await evaluations()).restorePanel(uri, panel);
      } catch (error) {
        log.error('A panel could not be restored.', stackOf(error));
      }
    },
  });
}

function promptUriOf(state: unknown): vscode.Uri | undefined {
  if (typeof state !== 'object' || state === null || !('promptUri' in state) || typeof state.promptUri !== 'string')
    return undefined;
  try {
    return vscode.Uri.parse(state.promptUri, true);
  } catch {
    return undefined;
  }
}
