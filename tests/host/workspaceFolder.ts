import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';

/** The folder that is open in the window under test, as an absolute path. */
export function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(folder, 'No folder is open.');
  return folder;
}

/** Opens a file of that folder in an editor. */
export async function openInEditor(file: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(path.join(workspaceFolder(), file));
  await vscode.window.showTextDocument(document);
  return document;
}
