import * as vscode from 'vscode';
import { NamedError } from '../core/text/errors';

/** The extension's log. Holds no key, no prompt and no model text: names, counts, times and messages only. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Tutor Prompt Lab', { log: true });
}

/** Ends a command that has nothing to work on: the reader is told why, and nothing has failed. */
export class Notice extends NamedError {
  override readonly name = 'Notice';
}

/** `message` says what failed and what to do about it; the log is offered. Of a `Notice` its own words are told. */
export async function showFailure(log: vscode.LogOutputChannel, message: string, error: unknown): Promise<void> {
  if (Notice.is(error)) {
    inform(error.message);
    return;
  }
  log.error(message, stackOf(error));
  if (await offer(vscode.window.showErrorMessage, message, 'Open Log')) log.show();
}

export async function offer(
  show: (text: string, button: string) => Thenable<string | undefined>,
  text: string,
  button: string,
): Promise<boolean> {
  return (await show(text, button)) === button;
}

export function warnWithLog(log: vscode.LogOutputChannel, text: string): void {
  void offer(vscode.window.showWarningMessage, text, 'Open Log').then((isChosen) => {
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

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
