import * as vscode from 'vscode';
import { isPromptFile } from '../editor/promptFileMatcher';
import type { Evaluations } from '../evaluation/evaluations';
import { revisionPlaceOf } from '../revisions/revisionDocuments';

/**
 * The prompt a command is about: the one it was called for, that of the panel with the focus, the active editor's, or else
 * that of the only panel there is. Says so when there is none.
 */
export function currentPrompt(all: Evaluations, uri: vscode.Uri | undefined): vscode.Uri | undefined {
  const target =
    uri ?? all.active ?? activePrompt(all) ?? (all.shown.length === 1 ? all.shown[0] : undefined) ?? activeUri();
  if (target === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a prompt file first.'));
  }
  return target;
}

/** The prompt that the active editor shows, or a revision of which it shows. */
export function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : (revisionPlaceOf(uri)?.prompt ?? uri);
}

/** The active editor's prompt: by its name, or because it was evaluated. */
function activePrompt(all: Evaluations): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const place = revisionPlaceOf(document.uri);
  if (place !== undefined) return place.prompt;
  return isPromptFile(document) || all.has(document.uri) ? document.uri : undefined;
}
