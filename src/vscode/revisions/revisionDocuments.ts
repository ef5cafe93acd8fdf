import * as vscode from 'vscode';
import type { Evaluations } from '../evaluation/evaluations';
import type { PromptRevisions } from './promptRevisions';
import { plainLine, revisionName, shortRevision } from './revisionText';

/** Scheme of read-only documents that hold a prompt as it was evaluated. */
export const revisionScheme = 'tutor-prompt-revision';

/** What a revision's address names. */
interface RevisionAddress {
  readonly prompt: vscode.Uri;
  readonly revision: string;
}

/** Serves the texts of revisions as read-only documents. The engine is loaded with the first one. */
export function registerRevisionDocuments(evaluations: () => Promise<Evaluations>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
    async provideTextDocumentContent(uri) {
      const address = revisionAddressOf(uri);
      if (address === undefined) throw new Error('This address names no revision of a prompt.');
      return (await evaluations()).of(address.prompt).revisions.text(address.revision);
    },
  });
}

/** Shows a revision's text in an editor, read-only. Rejects with `RevisionError`. */
export async function openRevision(revisions: PromptRevisions, revision: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(await revisionUri(revisions, revision));
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
}

/** Shows what changed between two revisions in VS Code's own diff editor. Rejects with `RevisionError`. */
export async function diffRevisions(revisions: PromptRevisions, before: string, after: string): Promise<void> {
  await showDiff(
    await revisionUri(revisions, before),
    await revisionUri(revisions, after),
    `${nameOf(revisions.uri)}: ${shortRevision(before)} ↔ ${shortRevision(after)}`,
  );
}

/** The same with the file as it stands in the editor on the right. Rejects with `RevisionError`. */
export async function diffWithFile(revisions: PromptRevisions, revision: string): Promise<void> {
  const title = `${nameOf(revisions.uri)}: ${shortRevision(revision)} ↔ file`;
  await showDiff(await revisionUri(revisions, revision), revisions.uri, title);
}

/** What a revision's address names; `undefined` for any other address. Addresses come from anywhere. */
export function revisionAddressOf(uri: vscode.Uri): RevisionAddress | undefined {
  if (uri.scheme !== revisionScheme) return undefined;
  try {
    const query: unknown = JSON.parse(uri.query);
    if (typeof query !== 'object' || query === null || !('prompt' in query) || !('revision' in query)) return undefined;
    if (typeof query.prompt !== 'string' || typeof query.revision !== 'string') return undefined;
    return { prompt: vscode.Uri.parse(query.prompt, true), revision: query.revision };
  } catch {
    return undefined;
  }
}

async function revisionUri(revisions: PromptRevisions, revision: string): Promise<vscode.Uri> {
  // Asked for here, so that a text that is gone is an error that says so and not an empty editor.
  await revisions.text(revision);
  const { revisions: all } = await revisions.history();
  const label = all.find((one) => one.revision === revision)?.label;
  // A label is free text; in a path some characters would part it or change its meaning.
  const name = revisionName({ revision, label }).replace(/[\\/:*?"<>|#%]/g, '-');
  return vscode.Uri.from({
    scheme: revisionScheme,
    path: `/${nameOf(revisions.uri)} (${name}).md`,
    query: JSON.stringify({ prompt: revisions.uri.toString(), revision }),
  });
}

async function showDiff(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { viewColumn: vscode.ViewColumn.One });
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

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
    const reason = `${name} was moved, renamed or deleted, so nothing was restored. Open the revision and save it as a file.`;
    await offerText(reason, revisions, revision);
    return;
  }
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const restored = text.replace(/\r\n?|\n/g, eol);
  const short = shortRevision(revision);
  if (document.getText() === restored) {
    say(`${name} is already the text of ${short}.`);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), restored);
  if (await vscode.workspace.applyEdit(edit)) {
    say(`${name} has the text of ${short} again, not saved. Undo gives back what was there.`);
    return;
  }
  const reason = `${name} cannot be changed, so nothing was restored. Is it read-only?`;
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
  const open = 'Open Revision';
  if ((await vscode.window.showErrorMessage(reason, open)) === open) await openRevision(revisions, revision);
}

function say(text: string): void {
  vscode.window.setStatusBarMessage(text, shownMs);
}
