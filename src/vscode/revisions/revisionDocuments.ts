import * as vscode from 'vscode';
import * as z from 'zod';
import { longestLabel } from '../../core/store/revisionLog';
import { offer, t } from '../log';
import { revisionScheme } from '../settings';
import type { PromptRevisions } from './promptRevisions';
import { nameInPath, plainLine, revisionName } from './revisionText';

export function registerRevisionDocuments(
  textOf: (prompt: vscode.Uri, revision: string) => Promise<string>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
    provideTextDocumentContent(uri) {
      const address = revisionAddressOf(uri);
      if (address === undefined) throw new Error('This address names no revision of a prompt.');
      return textOf(address.prompt, address.revision);
    },
  });
}

/** Read-only. Rejects with `RevisionError`. */
export async function openRevision(revisions: PromptRevisions, revision: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(await revisionUri(revisions, revision));
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
}

/** Compares with the file if `after` is missing. */
export async function diffRevisions(revisions: PromptRevisions, before: string, after?: string): Promise<void> {
  const left = await revisionUri(revisions, before);
  const right = after === undefined ? revisions.uri : await revisionUri(revisions, after);
  const title = `${nameInPath(left)} ↔ ${nameInPath(right)}`;
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { viewColumn: vscode.ViewColumn.One });
}

async function revisionUri(revisions: PromptRevisions, revision: string): Promise<vscode.Uri> {
  // Read here, so that a missing text gives an error and not an empty editor.
  await revisions.text(revision);
  const { revisions: all } = await revisions.history();
  const known = all.find((one) => one.revision === revision);
  // A label is free text, and some characters would change the path.
  const name = revisionName(known ?? {}).replace(/[\\/:*?"<>|#%]/g, '-');
  return vscode.Uri.from({
    scheme: revisionScheme,
    path: `/${nameInPath(revisions.uri)} (${name}).md`,
    query: JSON.stringify({ prompt: revisions.uri.toString(), revision }),
  });
}

/** Asks for the label. Rejects with `RunStoreError`. */
export async function labelRevision(revisions: PromptRevisions, revision: string): Promise<void> {
  const known = (await revisions.history()).revisions.find((one) => one.revision === revision);
  const label = known?.label ?? '';
  const typed = await vscode.window.showInputBox({
    title: t`Label of ${revisionName(known ?? {})}`,
    prompt: t`Leave empty to remove the label`,
    value: label,
    validateInput: (value) => (value.trim().length > longestLabel ? t`At most ${longestLabel} characters.` : undefined),
  });
  const given = typed?.trim();
  if (given !== undefined && given !== label)
    await revisions.say({ kind: 'label', revision, label: given === '' ? null : given });
}

const shownMs = 8_000;

/** One edit that undo reverts; nothing is saved. Rejects with `RevisionError`. */
export async function restoreRevision(revisions: PromptRevisions, revision: string): Promise<void> {
  const text = await revisions.text(revision);
  const problem = await replaceText(
    revisions.uri,
    () => text,
    (name) => t`${name} has its earlier text again, unsaved. Undo restores the previous text.`,
  );
  if (problem !== undefined && (await offer(vscode.window.showErrorMessage, problem, t`Open Revision`)))
    await openRevision(revisions, revision);
}

/** Returns why nothing was replaced; `undefined` on success. `done`: what to say of the file then. */
export async function replaceText(
  uri: vscode.Uri,
  change: (text: string) => string,
  done: (name: string) => string,
): Promise<string | undefined> {
  const name = plainLine(vscode.workspace.asRelativePath(uri), 200);
  const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
  if (document === undefined) return t`${name} was moved, renamed or deleted, so nothing was changed.`;
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
  const before = document.getText();
  const restored = change(before).replace(/\r\n?|\n/g, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
  let said = t`${name} has that text already.`;
  if (before !== restored) {
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), restored);
    if (!(await vscode.workspace.applyEdit(edit)))
      return t`${name} cannot be changed, so nothing was changed. Is it read-only?`;
    said = done(name);
  }
  vscode.window.setStatusBarMessage(said, shownMs);
  return undefined;
}

const querySchema = z.object({ prompt: z.string(), revision: z.string() });

/** `undefined` for any other URI. */
export function revisionAddressOf(
  uri: vscode.Uri,
): { readonly prompt: vscode.Uri; readonly revision: string } | undefined {
  if (uri.scheme !== revisionScheme) return undefined;
  try {
    const { prompt, revision } = querySchema.parse(JSON.parse(uri.query));
    return { prompt: vscode.Uri.parse(prompt, true), revision };
  } catch {
    return undefined;
  }
}
