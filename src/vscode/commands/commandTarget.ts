import * as vscode from 'vscode';
import { revisionPlaceOf } from '../revisions/revisionDocuments';

/** What a command was called for: a prompt, one of its revisions, or a run of that. All are absent from the palette. */
export interface CommandTarget {
  readonly uri: vscode.Uri | undefined;
  readonly revision: string | undefined;
  readonly runId: string | undefined;
}

/** Reads a command's argument: a prompt's URI, a revision document's, or a line of the revision tree. Any other one counts as none: any extension can call. */
export function commandTarget(argument: unknown): CommandTarget {
  if (argument instanceof vscode.Uri) {
    const place = revisionPlaceOf(argument);
    return { uri: place?.prompt ?? argument, revision: place?.revision, runId: undefined };
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
