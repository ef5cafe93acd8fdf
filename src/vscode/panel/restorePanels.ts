import * as vscode from 'vscode';
import * as z from 'zod';

export const panelViewType = 'tutorPromptLab.results';

const stateSchema = z.object({ promptUri: z.string() });

/** After a reload the webview's own state names the prompt. Without a name the panel goes. */
export function registerPanelSerializer(
  restore: (uri: vscode.Uri, panel: vscode.WebviewPanel) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(panelViewType, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const uri = promptUriOf(state);
      if (uri === undefined) panel.dispose();
      else await restore(uri, panel);
    },
  });
}

function promptUriOf(state: unknown): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(stateSchema.parse(state).promptUri, true);
  } catch {
    return undefined;
  }
}
