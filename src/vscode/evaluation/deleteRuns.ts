import * as vscode from 'vscode';
import { waitingRuns } from '../batches/waitingRuns';
import { assertMayWrite } from '../restrictedMode';
import { cancelBatches } from './cancelBatches';
import { deletionAnswer } from './deletionAnswer';
import type { PromptDesk } from './promptDesk';

/** Asks, and deletes runs for good. Where the shown run was among them the newest one left takes its place. */
export async function deleteRuns(desk: PromptDesk, runIds: readonly string[]): Promise<void> {
  assertMayWrite(desk.uri);
  const waiting = (await waitingRuns(desk.revisions.place.root)).filter(({ manifest }) =>
    runIds.includes(manifest.runId),
  );
  const mayCancel = !desk.evaluation.isRunning;
  const answer = await deletionAnswer(runIds.length, waiting, mayCancel);
  if (answer === 'keep') return;
  const spared = answer === 'cancelFirst' ? await cancelBatches(desk.evaluation, waiting) : new Set<string>();
  const { deleted, left } = await desk.revisions.delete(runIds.filter((runId) => !spared.has(runId)));
  const shown = desk.evaluation.session?.manifest.runId;
  if (shown !== undefined && deleted.includes(shown)) {
    desk.evaluation.clear();
    await desk.restore();
  }
  for (const { reason } of left) void vscode.window.showWarningMessage(reason);
}
