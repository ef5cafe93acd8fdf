import * as vscode from 'vscode';

/** The extension's log. Holds no key, no prompt and no model text: names, counts, times and messages only. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Tutor Prompt Lab', { log: true });
}

/** Tells the user that something failed, and offers the log. `message` says what to do about it. */
export async function showFailure(log: vscode.LogOutputChannel, message: string, error: unknown): Promise<void> {
  log.error(message, stackOf(error));
  const open = 'Open Log';
  if ((await vscode.window.showErrorMessage(message, open)) === open) log.show();
}

/** An error as the log keeps it: with the places it came through, as far as it has them. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
