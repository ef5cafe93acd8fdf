import * as vscode from 'vscode';
import { revisionScheme } from '../revisions/revisionDocuments';
import { readSettings } from '../settings';

/** A selector for the files that the setting `promptFiles` names. */
export function promptFileSelector(): vscode.DocumentFilter[] {
  return readSettings().promptFiles.map((pattern) => ({ pattern }));
}

/** True when the setting names this document as a prompt file. A stored revision is named like one and is none. */
export function isPromptFile(document: vscode.TextDocument): boolean {
  if (document.uri.scheme === revisionScheme) return false;
  const selector = promptFileSelector();
  return selector.length > 0 && vscode.languages.match(selector, document) > 0;
}
