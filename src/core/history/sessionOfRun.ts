import path from 'node:path';
import type { Benchmarks } from '../benchmark/benchmark';
import { leftBatches, type LeftBatches } from '../run/batch/batchPlan';
import { type Continuation, createRunSession, readTagging, type RunSession } from '../run/runSession';
import { FileBatchLog, openBatches } from '../store/batchLog';
import { FileRunStore } from '../store/fileRunStore';
import { isRunLocked } from '../store/runLock';
import type { RunManifest } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { StoreFolder } from '../store/storeFolder';
import { calibrationSession } from '../trust/calibrationSession';

/**
 * Opens a stored run. If it judges existing replies, resuming retries failed judge calls and does not call tutor or
 * student. With `runAll` it has all trials, also those beyond its limit. Throws `RunSessionError`.
 */
export function sessionOfRun(
  stored: StoredRun,
  benchmarks: Benchmarks,
  continuation?: Pick<Continuation, 'runAll'>,
): RunSession {
  const { manifest, samples, records, problems } = stored;
  if (manifest.calibration !== undefined) return calibrationSession(stored, benchmarks);
  const session = createRunSession(manifest, samples, benchmarks, records, problems, continuation);
  const tagging = readTagging(session.items, stored.tagging ?? []);
  return { ...session, ...(tagging && { tagging }), aside: stored.tagging };
}

export interface WaitingRun {
  readonly manifest: RunManifest;
  readonly left: readonly LeftBatches[];
}

/** Runs with uncollected batches, newest first. Unreadable runs are skipped; their panel says why. */
export async function waitingRuns(root: string, benchmarks: Benchmarks): Promise<readonly WaitingRun[]> {
  const ids = await new StoreFolder(root, 'runs').names().catch(() => []);
  const found: WaitingRun[] = [];
  for (const id of [...ids].sort().reverse()) {
    const run = await waitingRun(root, id, benchmarks).catch(() => undefined);
    if (run !== undefined) found.push(run);
  }
  return found;
}

/** Runs that have or may have uncollected batches. A record that cannot be read counts as `unreadable`. */
export async function mayWait(
  root: string,
  runIds: readonly string[],
  benchmarks: Benchmarks,
): Promise<ReadonlyMap<string, 'waits' | 'unreadable'>> {
  const found = new Map<string, 'waits' | 'unreadable'>();
  for (const runId of runIds) {
    const run = await waitingRun(root, runId, benchmarks).catch(() => 'unreadable' as const);
    if (run !== undefined) found.set(runId, run === 'unreadable' ? run : 'waits');
  }
  return found;
}

async function waitingRun(root: string, runId: string, benchmarks: Benchmarks): Promise<WaitingRun | undefined> {
  const directory = path.join(root, 'runs', runId);
  const log = new FileBatchLog(directory);
  // Most runs have no open batches, so the rest of a run is read only if it has.
  if (openBatches((await log.read()).entries).length === 0 || (await isRunLocked(directory))) return undefined;
  const session = sessionOfRun(await new FileRunStore(root).open(runId), benchmarks);
  const left = await leftBatches(session, log);
  return left.length === 0 ? undefined : { manifest: session.manifest, left };
}
