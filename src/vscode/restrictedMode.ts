import * as vscode from 'vscode';
import { RunStoreError } from '../core/store/runStore';

/** Throws `RunStoreError` in Restricted Mode: the folder's store may be anybody's, and nothing is written to it there. */
export function assertMayWrite(): void {
  if (vscode.workspace.isTrusted) return;
  throw new RunStoreError(
    'unwritable',
    '',
    vscode.l10n.t(
      'In Restricted Mode nothing is written to the run store. Trust this folder first: run “Workspaces: Manage Workspace Trust”.',
    ),
  );
}
