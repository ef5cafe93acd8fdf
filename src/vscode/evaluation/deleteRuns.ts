import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { type WaitingRun, waitingRuns } from '../../core/history/sessionOfRun';
import { warn } from '../log';
import { assertMayWrite } from '../restrictedMode';
import type { PromptController } from './promptController';
import { providerName } from './shownRun';

/** Asks, and deletes runs for good. Where the shown run was among them the newest one left takes its place. */
export async function deleteRuns(controller: PromptController, runIds: readonly string[]): Promise<void> {
  assertMayWrite(controller.uri);
  const all = await waitingRuns(controller.revisions.location.root, benchmarks);
  const waiting = all.filter(({ manifest }) => runIds.includes(manifest.runId));
  const answer = await deletionAnswer(runIds.length, waiting, !controller.isRunning);
  if (answer === 'keep') return;
  const spared = answer === 'cancelFirst' ? await cancelBatches(controller, waiting) : new Set<string>();
  const { deleted, left } = await controller.revisions.delete(runIds.filter((runId) => !spared.has(runId)));
  const shown = controller.session?.manifest.runId;
  if (shown !== undefined && deleted.includes(shown)) {
    controller.clear();
    await controller.restore();
  }
  for (const { reason } of left) warn(reason);
}

/** Each run is shown meanwhile. Returns the ids of those whose batches could not be ended. */
async function cancelBatches(
  controller: PromptController,
  waiting: readonly WaitingRun[],
): Promise<ReadonlySet<string>> {
  const spared = new Set<string>();
  for (const { manifest } of waiting) {
    const { runId } = manifest;
    // Somebody may have started another run since the question: that one is not to be cancelled.
    if (!controller.isRunning) await controller.open(runId);
    const isOpen = !controller.isRunning && controller.session?.manifest.runId === runId;
    if (isOpen) await controller.cancel();
    if (!isOpen || controller.snapshot().batches !== undefined) spared.add(runId);
  }
  if (spared.size > 0) warn(`Not deleted, as their batches could not be cancelled: ${[...spared].join(', ')}.`);
  return spared;
}

/** Runs that a dialog names; of more it gives the number. */
const mostNamed = 5;

/** Names the runs that wait for batches; where the window `mayCancel` those, it offers to do so first. */
async function deletionAnswer(
  runs: number,
  waiting: readonly WaitingRun[],
  mayCancel: boolean,
): Promise<'keep' | 'delete' | 'cancelFirst'> {
  const gone = 'What was paid for is gone with them. This cannot be undone.';
  const cancelFirst = 'Cancel Batches First';
  const remove = waiting.length === 0 ? 'Delete' : 'Delete Without Collecting';
  const answer = await vscode.window.showWarningMessage(
    runs === 1
      ? 'Delete this run with its replies and verdicts?'
      : `Delete ${runs} runs with their replies and verdicts?`,
    { modal: true, detail: [...waitingLines(waiting, mayCancel), gone].join('\n') },
    ...(waiting.length > 0 && mayCancel ? [cancelFirst] : []),
    remove,
  );
  if (answer === remove) return 'delete';
  return answer === cancelFirst ? 'cancelFirst' : 'keep';
}

function waitingLines(waiting: readonly WaitingRun[], mayCancel: boolean): readonly string[] {
  if (waiting.length === 0) return [];
  const more = waiting.length - mostNamed;
  const lost = 'Without the run these answers cannot be collected, and they are paid for.';
  const way = ' Cancel the batches first, which ends them at the provider; the runs are then deleted.';
  return [
    ...waiting.slice(0, mostNamed).map(({ manifest, left }) => {
      const calls = left.reduce((sum, one) => sum + one.calls, 0);
      const names = left.map(({ provider }) => providerName(provider, manifest)).join(' and ');
      const created = new Date(manifest.createdAt).toLocaleString();
      return `${calls} calls of the run of ${created} are in batches with ${names}.`;
    }),
    ...(more > 0 ? [`Further runs with batches: ${more}.`] : []),
    mayCancel ? lost + way : lost,
  ];
}
