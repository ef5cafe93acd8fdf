import * as vscode from 'vscode';
import { RunStoreError } from '../core/store/runStoreError';
import { isExample } from './example/exampleDocument';
import { warn } from './log';

/** Why nothing of a prompt may be started or changed; `undefined` where it may. The folder's store may be anybody's. */
export function readOnlyReason(prompt: vscode.Uri): string | undefined {
  if (isExample(prompt)) {
    return 'The example results are read-only. Open a prompt file of your own to evaluate it.';
  }
  return vscode.workspace.isTrusted
    ? undefined
    : 'In Restricted Mode no run starts and nothing is written to the run store. Trust this folder first: run “Workspaces: Manage Workspace Trust”.';
}

/** Throws `RunStoreError` where nothing of a prompt may be changed. */
export function assertMayWrite(prompt: vscode.Uri): void {
  const reason = readOnlyReason(prompt);
  if (reason !== undefined) throw new RunStoreError('unwritable', '', reason);
}

/** Whether a run of a prompt may start; says why where it may not. */
export function mayStartRun(prompt: vscode.Uri): boolean {
  const reason = readOnlyReason(prompt);
  if (reason !== undefined) warn(reason);
  return reason === undefined;
}
