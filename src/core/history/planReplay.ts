import type { Benchmark } from '../benchmark/benchmark';
import { withPromptOverrides } from '../benchmark/judging/promptOverride';
import type { BenchmarkId } from '../benchmark/samples';
import { plannedJudges } from '../run/planRun';
import { capsOf, type RunCaps } from '../run/runCaps';
import type { StoredRun } from '../store/runStore';
import { hasOwnText } from '../store/storedSamples';
import { continuedSequence, StoredRunError, uncapped } from './planRejudge';

interface ReplayRequest extends RunCaps {
  readonly runId: string;
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly batch?: boolean;
}

/**
 * Plans to play a stored run's text again, with the same samples, models and seed. Replies are to be fresh, so the run
 * must not read the cache. Throws `StoredRunError`.
 */
export function planReplay(
  { manifest, samples, records, altered = [] }: StoredRun,
  request: ReplayRequest,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): Pick<StoredRun, 'manifest' | 'samples'> {
  const { runId, calibration, recorded, judges, policy } = manifest;
  if (calibration !== undefined || recorded !== undefined)
    throw new StoredRunError(
      `The replies of run ${runId} were not played by a tutor here, so they cannot be played again.`,
    );
  if (manifest.tutor.simulated)
    throw new StoredRunError(`The tutor of run ${runId} is simulated: another play would give the same replies.`);
  if (altered.length > 0 || !hasOwnText(manifest))
    throw new StoredRunError(
      `The files of run ${runId} are not those that were played. Evaluate the prompt file again.`,
    );
  return {
    manifest: {
      ...manifest,
      ...uncapped,
      ...capsOf(request),
      runId: request.runId,
      createdAt: request.createdAt,
      toolVersion: request.toolVersion,
      batch: request.batch === true ? true : undefined,
      rejudgedFrom: undefined,
      repliesAt: undefined,
      sequence: continuedSequence(manifest, records),
      benchmarks: manifest.benchmarks.map((entry) => {
        const benchmark = benchmarks.get(entry.id);
        if (benchmark === undefined) return entry;
        const worded = withPromptOverrides(benchmark, entry.wordings);
        return { ...entry, learnedJudge: undefined, ...plannedJudges(worded, judges, policy) };
      }),
    },
    samples,
  };
}
