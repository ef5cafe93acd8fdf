import * as vscode from 'vscode';
import { t } from '../log';

/** Copies the example folder to where the user says, and opens it. Nothing is overwritten. */
export async function openExampleWorkspace(extensionUri: vscode.Uri): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title: t`A folder to put the example into`,
    openLabel: t`Create Example Here`,
  });
  const parent = chosen?.[0];
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, 'tutor-prompt-example');
  const { fs } = vscode.workspace;
  const isThere = (await fs.readDirectory(parent)).some(([name]) => name === 'tutor-prompt-example');
  // What is there stays as it is.
  if (!isThere) await fs.copy(vscode.Uri.joinPath(extensionUri, 'example-workspace'), folder);
  const options = { forceNewWindow: vscode.workspace.workspaceFolders !== undefined };
  await vscode.commands.executeCommand('vscode.openFolder', folder, options);
}
