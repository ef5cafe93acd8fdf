import type { Benchmark, BenchmarkId } from '../benchmarks/benchmark';
import { createRunSession, type RunSession } from '../engine/runSession';
import { RunState } from '../engine/runState';
import { modelName } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';

/**
 * The session of a stored run. Where the run judges old replies again, going on with it tries failed judge calls again and
 * leaves tutor and student as they were. Throws `RunSessionError`.
 */
export function sessionOfRun(stored: StoredRun, benchmarks: ReadonlyMap<BenchmarkId, Benchmark>): RunSession {
  const { manifest, samples, records, problems } = stored;
  if (manifest.rejudgedFrom === undefined) return createRunSession(manifest, samples, benchmarks, records, problems);
  const student = manifest.student === undefined ? '' : modelName(manifest.student);
  return {
    ...createRunSession(manifest, samples, benchmarks, [], problems),
    state: new GivenRepliesState(modelName(manifest.tutor), records, student),
  };
}

/** The state of a run whose replies came from another one. */
class GivenRepliesState extends RunState {
  /** A reply that was not given then is not asked for now. */
  override forgetFailures(): void {
    for (const item of this.items.values()) item.judgeFailures.clear();
  }
}
