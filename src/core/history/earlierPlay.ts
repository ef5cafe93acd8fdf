import { rolesOf } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import { hasReplies } from '../run/runScope';
import { unitKey, type EarlierPlay } from '../run/playOrder';
import type { RunRequest } from '../run/planRun';
import { RunSessionError } from '../run/runSession';
import { FileRunStore } from '../store/fileRunStore';
import { modelName } from '../store/manifestModel';
import { recentRuns } from '../store/readJournal';
import { hasGivenReplies, type RunManifest } from '../store/runManifest';
import { RunStoreError } from '../store/runStoreError';
import { sessionOfRun } from './sessionOfRun';

/**
 * How far the last run of a text came with the same tutor and at least the same benchmarks. A run with more samples
 * goes on from there: it has the same replies from the cache, so its looks follow those that were there.
 */
export async function earlierPlay(
  root: string,
  request: Pick<RunRequest, 'prompt' | 'tutor' | 'benchmarks'>,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<EarlierPlay | undefined> {
  const wanted = new Set<string>(request.benchmarks.map(({ benchmark }) => benchmark.id));
  if (request.tutor.simulated) return undefined;
  for await (const { manifest } of recentRuns(root))
    if (isEarlier(manifest, request, wanted)) return playOf(root, manifest, wanted, all);
  return undefined;
}

function isEarlier(
  manifest: RunManifest,
  { prompt, tutor }: Pick<RunRequest, 'prompt' | 'tutor'>,
  wanted: ReadonlySet<string>,
): boolean {
  return (
    manifest.prompt.revision === prompt.revision &&
    manifest.sequence !== undefined &&
    manifest.lane === undefined &&
    !hasGivenReplies(manifest) &&
    modelName(manifest.tutor) === modelName(tutor) &&
    [...wanted].every((id) => manifest.benchmarks.some((entry) => entry.id === id))
  );
}

async function playOf(
  root: string,
  { runId, sequence, benchmarks, aims = { targets: [], guards: [] } }: RunManifest,
  wanted: ReadonlySet<string>,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<EarlierPlay | undefined> {
  if (sequence === undefined) return undefined;
  try {
    const session = sessionOfRun(await new FileRunStore(root).open(runId, { hasVerdicts: false }), all);
    const played = session.items.filter((item) => hasReplies(session, item));
    const units = new Set(played.map(({ benchmark, sample }) => unitKey(benchmark, sample)));
    const roles = rolesOf(
      benchmarks.flatMap(({ id }) => all.get(id) ?? []),
      aims,
    );
    const targeted = [...roles].flatMap(([name, role]) => (role === 'target' ? [name.split('/')[0] ?? ''] : []));
    const givenUp = new Set(targeted.filter((id) => !wanted.has(id))).size;
    const families = (sequence.families ?? 1) + givenUp;
    return {
      sequence,
      played: sequence.order.findLastIndex((unit) => units.has(unit)) + 1,
      ...(families > 1 && { families }),
    };
  } catch (error) {
    // A damaged run is listed as such elsewhere, and its replies may still be in the cache.
    if (RunStoreError.is(error) || RunSessionError.is(error)) return undefined;
    throw error;
  }
}
