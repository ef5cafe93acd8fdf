import type * as vscode from 'vscode';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import type { BatchTimes } from '../../core/run/batch/batchServices';
import type { RunSession } from '../../core/run/runSession';
import type { RunReport } from '../../core/results/reportModel';
import { summarizeRun } from '../../core/history/summarizeRun';
import { FileRunStore } from '../../core/store/fileRunStore';
import type { RunStore } from '../../core/store/runStore';
import type { Comparisons } from '../comparing/comparisonJob';
import type { ApiKeys } from '../models/apiKeys';
import type { AgreedRuns } from './agreedRuns';
import type { Evaluations } from './evaluations';
import type { RunTracker } from './runTracker';
import { storeLocation, type StoreLocation } from './storeLocation';

/** What an evaluation needs from the extension. */
export interface EvaluationServices {
  readonly extension: { readonly uri: vscode.Uri; readonly version: string };
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  readonly comparisons: Comparisons;
  /** Remembered over windows and folders. */
  readonly agreed: AgreedRuns;
  /** The judges that come with the extension. */
  readonly judges: ShippedJudges;
  /** How patient batches are; the usual times unless set. */
  readonly batchTimes?: BatchTimes | undefined;
  storeFor(uri: vscode.Uri): PromptStore;
}

/** What the features of the window work with. `evaluations` loads the engine, so it is asked for when it is needed. */
export interface WindowServices {
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  readonly evaluations: () => Promise<Evaluations>;
  readonly locationOf: (uri: vscode.Uri) => StoreLocation;
}

/** Where the runs of one prompt are kept. */
export interface PromptStore extends StoreLocation {
  readonly store: FileRunStore;
}

/** The store of a prompt, where `storeLocation` says. */
export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const place = storeLocation(uri, globalStorage);
  return { store: new FileRunStore(place.root), ...place };
}

/** Opens the first of these stored runs that can be read. Of the others before it the log says why not. */
export async function openFirst(
  runIds: readonly string[],
  { log }: Pick<EvaluationServices, 'log'>,
  open: (runId: string) => Promise<void>,
): Promise<void> {
  for (const runId of runIds) {
    try {
      await open(runId);
      return;
    } catch (error) {
      log.warn(`Run ${runId} cannot be shown.`, error instanceof Error ? error.message : String(error));
    }
  }
}

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
