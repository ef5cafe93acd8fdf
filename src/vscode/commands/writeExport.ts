import * as vscode from 'vscode';
import { writeOutput } from '../../core/store/writeFile';

/** Writes a file where the user wished, on this computer whole or not at all. Elsewhere that is up to who keeps the files. */
export async function writeExport(target: vscode.Uri, text: string): Promise<void> {
  if (target.scheme === 'file') await writeOutput(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
