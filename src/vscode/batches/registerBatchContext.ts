import * as vscode from 'vscode';
import type { RunTracker } from '../evaluation/runTracker';
import { extensionPrefix } from '../settings';

/** Keeps the context key `waitsForBatches` true while a run of this window waits for batches: the command to leave them goes by it. */
export function registerBatchContext(tracker: RunTracker): vscode.Disposable {
  let told = false;
  return tracker.onDidChange(() => {
    const waits = tracker.running().some(([, { callsInBatches = 0 }]) => callsInBatches > 0);
    if (waits === told) return;
    told = waits;
    void vscode.commands.executeCommand('setContext', `${extensionPrefix}.waitsForBatches`, waits);
  });
}
