import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import type { PlannedBenchmark } from '../../core/engine/planRun';
import { assertCapHolds } from '../../core/engine/priceCap';
import { newRunId } from '../../core/engine/runId';
import type { RunSession } from '../../core/engine/runSession';
import { LargerRunError, planLarger, sharedSamples } from '../../core/revisions/planLarger';
import { underName } from '../../core/revisions/promptNames';
import { modelsOf } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { newRun } from './newRun';
import type { RejudgeSurroundings } from './prepareRejudge';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** A run of a comparison, and the name that its prompt has now. */
export interface RunToEnlarge {
  readonly session: RunSession;
  readonly name: string;
}

/** What is to be settled: both runs of a comparison and the samples wanted beyond those they share. */
export interface LargerPair {
  readonly before: RunToEnlarge;
  readonly after: RunToEnlarge;
  readonly benchmark: string;
  readonly more: number;
}

/** What planning larger runs needs of the editor. */
export interface LargerSurroundings extends RejudgeSurroundings {
  /** Reads the samples that the settings name for a benchmark. */
  readSamples(benchmark: Benchmark): Promise<PlannedBenchmark>;
}

/**
 * Plans both runs of a comparison again on one benchmark with more samples, the earlier prompt first. The caps of a run hold for both
 * together: the second run has what the first one leaves. Throws `LargerRunError`, what planning throws, and what `surroundings` throw.
 */
export async function prepareLarger(
  { before, after, benchmark: id, more }: LargerPair,
  place: Pick<PromptStore, 'store'>,
  { caps }: Pick<Settings, 'caps'>,
  surroundings: LargerSurroundings,
): Promise<readonly [PreparedRun, PreparedRun]> {
  const benchmark = benchmarks.get(id as BenchmarkId);
  if (benchmark === undefined) throw new LargerRunError(`There is no benchmark “${id}”.`);
  const planned = await surroundings.readSamples(benchmark);
  const shared = sharedSamples(before.session, after.session, benchmark);
  const now = Date.now();
  const larger = ({ session, name }: RunToEnlarge, at: number): PreparedRun => {
    const manifest = underName(session.manifest, name);
    surroundings.assertServers(manifest);
    assertCapHolds(modelsOf(manifest), caps);
    const request = {
      runId: newRunId(at, Math.random),
      createdAt: new Date(at).toISOString(),
      toolVersion: surroundings.toolVersion,
      shared,
      more,
      seed: after.session.manifest.seed,
      ...caps,
      batch: surroundings.goesByBatch(modelsOf(manifest)),
    };
    return newRun(planLarger(manifest, planned, request, benchmarks), place);
  };
  // Histories go by the time: the later prompt's run is the later one.
  return [larger(before, now), larger(after, now + 1)];
}
