import type { Benchmark, BenchmarkId } from '../benchmarks/benchmark';
import { calibrationSession } from '../calibration/calibrationSession';
import { createRunSession, type RunSession } from '../engine/runSession';
import type { StoredRun } from '../store/runStore';
import { readTagging } from '../tagging/tagging';

/**
 * The session of a stored run. Where the run judges old or labelled replies, going on with it tries failed judge calls again and
 * leaves tutor and student as they were. Throws `RunSessionError`.
 */
export function sessionOfRun(stored: StoredRun, benchmarks: ReadonlyMap<BenchmarkId, Benchmark>): RunSession {
  const { manifest, samples, records, problems } = stored;
  if (manifest.calibration !== undefined) return calibrationSession(stored, benchmarks);
  const session = createRunSession(manifest, samples, benchmarks, records, problems);
  const tagging = readTagging(session.items, stored.tagging ?? []);
  return tagging === undefined ? session : { ...session, tagging };
}
