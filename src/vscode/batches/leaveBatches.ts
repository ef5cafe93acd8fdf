import * as vscode from 'vscode';
import type { PromptController } from '../evaluation/promptController';
import type { RunTracker } from '../evaluation/runTracker';
import { extensionPrefix } from '../settings';

/** Stops a run that waits for batches and leaves them with the provider. A run that waits for none goes on, and that is said. */
export async function leaveBatches(controller: PromptController): Promise<void> {
  if (controller.snapshot().batches?.isFollowed === true) await controller.leave();
  else void vscode.window.showInformationMessage('No batches of this prompt are under way.');
}

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
