import * as vscode from 'vscode';

/** The document to evaluate: the one a button belongs to, else the active editor's. Says so when there is none. */
export async function promptDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri !== undefined) return vscode.workspace.openTextDocument(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active !== undefined && active.uri.scheme !== 'output') return active;
  void vscode.window.showInformationMessage(vscode.l10n.t('Open the tutor’s prompt file, then evaluate it.'));
  return undefined;
}
