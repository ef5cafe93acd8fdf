import { isDeepStrictEqual } from 'node:util';
import { type Aims, aimsOf, noAims, rolesOf } from '../benchmark/aims';
import type { Benchmark, Benchmarks } from '../benchmark/benchmark';
import { hasReplies, unitsWithReplies } from '../run/runScope';
import type { EarlierRun } from '../run/playOrder';
import type { RunRequest } from '../run/planRun';
import { type RunSession, RunSessionError } from '../run/runSession';
import { FileRunStore } from '../store/fileRunStore';
import { recentRuns } from '../store/readJournal';
import { hasGivenReplies, modelName, type RunManifest } from '../store/runManifest';
import { RunStoreError } from '../store/runStoreError';
import { sessionOfRun } from './sessionOfRun';

type Planned = Pick<RunRequest, 'prompt' | 'tutor' | 'benchmarks' | 'aims'>;

/**
 * How far the last run of a text came with the same tutor and at least the same benchmarks. A run with more samples
 * goes on from there: it has the same replies from the cache, so its looks follow those that were there. `firstAims`:
 * what the first replies to the text were to show, where that is not what this run is to show.
 */
export async function earlierRun(
  root: string,
  request: Planned,
  all: Benchmarks,
): Promise<Pick<RunRequest, 'earlier' | 'firstAims'>> {
  if (request.tutor.simulated) return {};
  const runs: RunManifest[] = [];
  for await (const { manifest } of recentRuns(root)) if (isOfText(manifest, request)) runs.push(manifest);
  const wanted = new Set<string>(request.benchmarks.map(({ benchmark }) => benchmark.id));
  const last = runs.find(({ benchmarks }) => [...wanted].every((id) => benchmarks.some((entry) => entry.id === id)));
  return {
    earlier: last && (await progressOf(root, last, wanted, all)),
    firstAims: await firstAimsOf(root, runs, request, all),
  };
}

/** `runs`: the newest first. */
async function firstAimsOf(
  root: string,
  runs: readonly RunManifest[],
  { benchmarks, aims }: Planned,
  all: Benchmarks,
): Promise<RunRequest['firstAims']> {
  const now = aimsByBenchmark(
    benchmarks.map(({ benchmark }) => benchmark),
    aims,
  );
  const known = runs.map((run) => ({
    run,
    aims: {
      ...aimsByBenchmark(
        run.benchmarks.flatMap(({ id }) => all.get(id) ?? []),
        run.aims,
      ),
      ...run.firstAims,
    },
  }));
  const isOther = ([id, own]: readonly [string, Aims]): boolean =>
    now[id] !== undefined && !isDeepStrictEqual(own, now[id]);
  // Runs are opened only where it matters which of them had the first replies.
  if (!known.some((one) => Object.entries(one.aims).some(isOther))) return undefined;
  const first: Record<string, Aims> = {};
  for (const one of known.toReversed()) {
    const open = Object.entries(one.aims).filter(([id]) => now[id] !== undefined && first[id] === undefined);
    const session = open.length === 0 ? undefined : await openReplies(root, one.run.runId, all);
    for (const [id, own] of open)
      if (session?.items.some((item) => item.benchmark.id === id && hasReplies(session, item)) === true)
        first[id] = own;
  }
  const others = Object.entries(first).filter(isOther);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

function aimsByBenchmark(benchmarks: readonly Benchmark[], aims: Aims | undefined): Readonly<Record<string, Aims>> {
  const roles = rolesOf(benchmarks, aims ?? noAims);
  return Object.fromEntries(
    benchmarks.map(({ id }) => [id, aimsOf(new Map([...roles].filter(([name]) => name.startsWith(`${id}/`))))]),
  );
}

function isOfText(manifest: RunManifest, { prompt, tutor }: Planned): boolean {
  return (
    manifest.prompt.revision === prompt.revision &&
    manifest.sequence !== undefined &&
    manifest.purpose === undefined &&
    !hasGivenReplies(manifest) &&
    modelName(manifest.tutor) === modelName(tutor)
  );
}

async function progressOf(
  root: string,
  { runId, sequence, benchmarks, aims = noAims }: RunManifest,
  wanted: ReadonlySet<string>,
  all: Benchmarks,
): Promise<EarlierRun | undefined> {
  if (sequence === undefined) return undefined;
  const session = await openReplies(root, runId, all);
  if (session === undefined) return undefined;
  const units = unitsWithReplies(session);
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
}

async function openReplies(root: string, runId: string, all: Benchmarks): Promise<RunSession | undefined> {
  try {
    return sessionOfRun(await new FileRunStore(root).open(runId, { hasVerdicts: false }), all);
  } catch (error) {
    // A damaged run is listed as such elsewhere, and its replies may still be in the cache.
    if (RunStoreError.is(error) || RunSessionError.is(error)) return undefined;
    throw error;
  }
}
