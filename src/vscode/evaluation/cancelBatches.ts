import * as vscode from 'vscode';
import type { WaitingRun } from '../batches/waitingRuns';
import type { PromptEvaluation } from './promptEvaluation';

/**
 * Ends the batches of stored runs at their providers, one run after the other; each is shown meanwhile. Returns the ids of
 * the runs whose batches could not be ended; the panel says why. Rejects as opening a run does.
 */
export async function cancelBatches(
  evaluation: PromptEvaluation,
  waiting: readonly WaitingRun[],
): Promise<ReadonlySet<string>> {
  const spared = new Set<string>();
  for (const { manifest } of waiting) {
    const { runId } = manifest;
    // Somebody may have started another run since the question: that one is not to be cancelled.
    if (!evaluation.isRunning) await evaluation.open(runId);
    const isOpen = !evaluation.isRunning && evaluation.session?.manifest.runId === runId;
    if (isOpen) await evaluation.cancel();
    if (!isOpen || evaluation.snapshot().batches !== undefined) spared.add(runId);
  }
  if (spared.size > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Not deleted, as their batches could not be cancelled: {0}.', [...spared].join(', ')),
    );
  }
  return spared;
}
