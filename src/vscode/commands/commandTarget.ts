import * as vscode from 'vscode';
import { isPromptFile } from '../settings';
import type { Evaluations } from '../evaluation/evaluations';
import { revisionAddressOf, revisionScheme } from '../revisions/revisionDocuments';

/** What a command was called for: a prompt, one of its revisions, or a run of that. All are absent from the palette. */
export interface CommandTarget {
  readonly uri: vscode.Uri | undefined;
  readonly revision: string | undefined;
  readonly runId: string | undefined;
}

/** Reads a command's argument: a prompt's URI, a revision document's, or a line of the revision tree. Any other one counts as none: any extension can call. */
export function commandTarget(argument: unknown): CommandTarget {
  if (argument instanceof vscode.Uri) {
    const address = revisionAddressOf(argument);
    return { uri: address?.prompt ?? argument, revision: address?.revision, runId: undefined };
  }
  if (!isObject(argument) || !(argument.promptUri instanceof vscode.Uri)) {
    return { uri: undefined, revision: undefined, runId: undefined };
  }
  const { promptUri, revision, run } = argument;
  return {
    uri: promptUri,
    revision: isObject(revision) && typeof revision.revision === 'string' ? revision.revision : undefined,
    runId: isObject(run) && typeof run.id === 'string' ? run.id : undefined,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The prompt a command is about: the one it was called for, that of the panel with the focus, the active editor's, or else
 * that of the only panel there is. Says so when there is none.
 */
export function currentPrompt(all: Evaluations, uri: vscode.Uri | undefined): vscode.Uri | undefined {
  const target =
    uri ?? all.active ?? activePrompt(all) ?? (all.shown.length === 1 ? all.shown[0] : undefined) ?? activeUri();
  if (target === undefined) {
    void vscode.window.showInformationMessage('Open a prompt file first.');
  }
  return target;
}

/** The prompt that the active editor shows, or a revision of which it shows. */
export function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : (revisionAddressOf(uri)?.prompt ?? uri);
}

/** The active editor's prompt: by its name, or because it was evaluated. */
function activePrompt(all: Evaluations): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const address = revisionAddressOf(document.uri);
  if (address !== undefined) return address.prompt;
  return isPromptFile(document) || all.has(document.uri) ? document.uri : undefined;
}

/** The document to evaluate: the one a button belongs to, else the active editor's. Says so when there is none. */
export async function promptDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri !== undefined) return open(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active?.uri.scheme === revisionScheme) {
    void vscode.window.showInformationMessage(
      'This is a stored revision, which was evaluated already. Restore it in its file to evaluate it again.',
    );
    return undefined;
  }
  if (active !== undefined && active.uri.scheme !== 'output') return active;
  void vscode.window.showInformationMessage('Open the tutor’s prompt file, then evaluate it.');
  return undefined;
}

/** A panel outlives its file: one that was moved or deleted is told by name. */
async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    void vscode.window.showErrorMessage(
      `${vscode.workspace.asRelativePath(uri)} was moved, renamed or deleted. Open it where it is now and evaluate it there.`,
    );
    return undefined;
  }
}
