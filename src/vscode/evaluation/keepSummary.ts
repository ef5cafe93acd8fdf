import type * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { RunReport } from '../../core/report/reportModel';
import { summarizeRun } from '../../core/revisions/summarizeRun';
import type { RunStore } from '../../core/store/runStore';

/** Keeps the summary of a run that came to rest. Derived data: a run without it is only listed a little more slowly. Never rejects. */
export async function keepSummary(
  session: RunSession,
  report: RunReport | undefined,
  store: RunStore,
  toolVersion: string,
  log: vscode.LogOutputChannel,
): Promise<void> {
  if (report === undefined) return;
  const { runId } = session.manifest;
  await store.writeSummary(runId, summarizeRun(report, session, toolVersion)).catch((error: unknown) => {
    log.warn(`The summary of run ${runId} could not be written.`, String(error));
  });
}
