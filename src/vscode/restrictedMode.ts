import * as vscode from 'vscode';
import { RunStoreError } from '../core/store/runStoreError';
import { isExample } from './example/exampleDocument';
import { t, warn } from './log';

/** Why a prompt is read-only, or `undefined`. The store of an untrusted folder may come from anyone. */
export function readOnlyReason(prompt: vscode.Uri): string | undefined {
  if (isExample(prompt)) return t`The example results are read-only. Open a prompt file of your own to evaluate it.`;
  return vscode.workspace.isTrusted
    ? undefined
    : t`In Restricted Mode no run starts and nothing is written to the run store. Trust this folder first: run “Workspaces: Manage Workspace Trust”.`;
}

/** Throws `RunStoreError` if a prompt is read-only. */
export function assertMayWrite(prompt: vscode.Uri): void {
  const reason = readOnlyReason(prompt);
  if (reason !== undefined) throw new RunStoreError('unwritable', '', reason);
}

/** Whether a run may start; shows the reason if not. */
export function mayStartRun(prompt: vscode.Uri): boolean {
  const reason = readOnlyReason(prompt);
  if (reason !== undefined) warn(reason);
  return reason === undefined;
}
