import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import { leftBatches, type LeftBatches } from '../run/batch/batchPlan';
import { createRunSession, readTagging, type RunSession } from '../run/runSession';
import { FileBatchLog, openBatches } from '../store/batchLog';
import { FileRunStore } from '../store/fileRunStore';
import { isRunLocked } from '../store/runLock';
import type { RunManifest } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { StoreFolder } from '../store/storeFolder';
import { calibrationSession } from '../trust/calibrationSession';

type Benchmarks = ReadonlyMap<BenchmarkId, Benchmark>;

/**
 * The session of a stored run. Where the run judges old or labelled replies, going on with it tries failed judge calls again and
 * leaves tutor and student as they were. Throws `RunSessionError`.
 */
export function sessionOfRun(stored: StoredRun, benchmarks: Benchmarks): RunSession {
  const { manifest, samples, records, problems } = stored;
  if (manifest.calibration !== undefined) return calibrationSession(stored, benchmarks);
  const session = createRunSession(manifest, samples, benchmarks, records, problems);
  const tagging = readTagging(session.items, stored.tagging ?? []);
  return tagging === undefined ? session : { ...session, tagging };
}

export interface WaitingRun {
  readonly manifest: RunManifest;
  readonly left: readonly LeftBatches[];
}

/** The runs of a store that have left batches, the newest first. Whatever cannot be read is passed over: its panel says why. */
export async function waitingRuns(root: string, benchmarks: Benchmarks): Promise<readonly WaitingRun[]> {
  const ids = await new StoreFolder(root, 'runs').names().catch(() => []);
  const found: WaitingRun[] = [];
  for (const id of [...ids].sort().reverse()) {
    const run = await waitingRun(root, id, benchmarks).catch(() => undefined);
    if (run !== undefined) found.push(run);
  }
  return found;
}

/** The runs that have left batches, or may have: one whose record cannot be read is not taken for one without. */
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
  // Most runs have no such file, and few that have one still wait: the rest of a run is read for those alone.
  if (openBatches((await log.read()).entries).length === 0 || (await isRunLocked(directory))) return undefined;
  const session = sessionOfRun(await new FileRunStore(root).open(runId), benchmarks);
  const left = await leftBatches(session, log);
  return left.length === 0 ? undefined : { manifest: session.manifest, left };
}
