import * as vscode from 'vscode';
import { t } from '../core/text/countWords';
import { errorNamed, messageOf } from '../core/text/errors';

export { t };

/** Thrown when a command has nothing to work on. Shown as information, not as an error. */
export class Notice extends errorNamed('Notice') {}
/** Its button shows the view of prompts, which lists them or offers a built-in one. */
export class NoPrompt extends Notice {}

/** `message` says what failed and what to do; the log is offered. A `Notice` shows its own message instead. */
export async function showFailure(log: vscode.LogOutputChannel, message: string, error: unknown): Promise<void> {
  if (Notice.is(error)) {
    if (!NoPrompt.is(error)) inform(messageOf(error));
    else if (await offer(vscode.window.showInformationMessage, error.message, t`Show Prompts`))
      await vscode.commands.executeCommand('tutorPromptLab.prompts.focus');
    return;
  }
  log.error(message, stackOf(error));
  if (await offer(vscode.window.showErrorMessage, message, t`Open Log`)) log.show();
}

export async function offer(
  show: (text: string, button: string) => Thenable<string | undefined>,
  text: string,
  button: string,
): Promise<boolean> {
  return (await show(text, button)) === button;
}

/** `ignoreFocusOut`: the previous list or the command palette may still be returning the focus. */
export function choose<Pick extends vscode.QuickPickItem>(
  picks: readonly Pick[],
  title: string,
  placeHolder = '',
): Thenable<Pick | undefined> {
  const matching = { matchOnDescription: true, matchOnDetail: true };
  return vscode.window.showQuickPick(picks, { title, placeHolder, ignoreFocusOut: true, ...matching });
}

export async function chooseFile(
  prompt: vscode.Uri,
  options: vscode.OpenDialogOptions & Required<Pick<vscode.OpenDialogOptions, 'filters'>>,
): Promise<string | undefined> {
  const defaultUri = vscode.workspace.getWorkspaceFolder(prompt)?.uri;
  const filters = { ...options.filters, ['All files']: ['*'] };
  return (await vscode.window.showOpenDialog({ defaultUri, ...options, filters }))?.[0]?.fsPath;
}

export function warnWithLog(log: vscode.LogOutputChannel, text: string): void {
  void offer(vscode.window.showWarningMessage, text, t`Open Log`).then((isChosen) => {
    if (isChosen) log.show();
  });
}

export function inform(text: string): void {
  void vscode.window.showInformationMessage(text);
}

export function warn(text: string): void {
  void vscode.window.showWarningMessage(text);
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export const reasonOf = messageOf;
