import * as vscode from 'vscode';
import { revisionScheme } from '../revisions/revisionDocuments';

/** The document to evaluate: the one a button belongs to, else the active editor's. Says so when there is none. */
export async function promptDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri !== undefined) return open(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active?.uri.scheme === revisionScheme) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'This is a stored revision, which was evaluated already. Restore it in its file to evaluate it again.',
      ),
    );
    return undefined;
  }
  if (active !== undefined && active.uri.scheme !== 'output') return active;
  void vscode.window.showInformationMessage(vscode.l10n.t('Open the tutor’s prompt file, then evaluate it.'));
  return undefined;
}

/** A panel outlives its file: one that was moved or deleted is told by name. */
async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        '{0} was moved, renamed or deleted. Open it where it is now and evaluate it there.',
        vscode.workspace.asRelativePath(uri),
      ),
    );
    return undefined;
  }
}
