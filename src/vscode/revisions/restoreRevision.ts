import * as vscode from 'vscode';
import { plainLine } from './plainLine';
import type { PromptRevisions } from './promptRevisions';
import { openRevision } from './revisionDocuments';
import { shortRevision } from './revisionName';

/** How long what was done stays in the status bar, in milliseconds. */
const shownMs = 8_000;

/**
 * Puts a revision's text into the prompt's editor as one edit, which undo takes back; nothing is saved. Says so when the file
 * cannot be opened or changed. Rejects with `RevisionError`.
 */
export async function restoreRevision(revisions: PromptRevisions, revision: string): Promise<void> {
  const text = await revisions.text(revision);
  const { uri } = revisions;
  const name = plainLine(vscode.workspace.asRelativePath(uri), 200);
  const document = await opened(uri);
  if (document === undefined) {
    const reason = vscode.l10n.t(
      '{0} was moved, renamed or deleted, so nothing was restored. Open the revision and save it as a file.',
      name,
    );
    await offerText(reason, revisions, revision);
    return;
  }
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const restored = text.replace(/\r\n?|\n/g, eol);
  const short = shortRevision(revision);
  if (document.getText() === restored) {
    say(vscode.l10n.t('{0} is already the text of {1}.', name, short));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), restored);
  if (await vscode.workspace.applyEdit(edit)) {
    say(vscode.l10n.t('{0} has the text of {1} again, not saved. Undo gives back what was there.', name, short));
    return;
  }
  const reason = vscode.l10n.t('{0} cannot be changed, so nothing was restored. Is it read-only?', name);
  await offerText(reason, revisions, revision);
}

async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

async function offerText(reason: string, revisions: PromptRevisions, revision: string): Promise<void> {
  const open = vscode.l10n.t('Open Revision');
  if ((await vscode.window.showErrorMessage(reason, open)) === open) await openRevision(revisions, revision);
}

function say(text: string): void {
  vscode.window.setStatusBarMessage(text, shownMs);
}
