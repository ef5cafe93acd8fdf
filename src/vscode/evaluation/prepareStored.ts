import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import type { PlannedBenchmark } from '../../core/engine/planRun';
import { assertCapHolds } from '../../core/engine/priceCap';
import type { RunCaps } from '../../core/engine/runCaps';
import { newRunId } from '../../core/engine/runId';
import type { RunSession } from '../../core/engine/runSession';
import { withOwnPrices } from '../../core/engine/serverAddress';
import { asksAnew } from '../../core/revisions/asksAnew';
import { LargerRunError, planLarger } from '../../core/revisions/planLarger';
import { planRejudge, startRejudge, wordingsLike } from '../../core/revisions/planRejudge';
import { sharedSamples } from '../../core/revisions/remainingSamples';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { underName } from '../../core/revisions/underName';
import {
  askedModels,
  type AskedModels,
  askedRoles,
  type ManifestModel,
  modelsOf,
  type RunManifest,
} from '../../core/store/runManifest';
import type { Settings } from '../settings';
import type { PromptStore } from './evaluationServices';
import { capsOfRun, newRun, type PreparedRun } from './runInWindow';
import { providersOf } from './runProviders';

/** How a stored run is to go on. */
export interface Resumption {
  /** Caps that hold for it in the place of those of the settings. */
  readonly raised?: RunCaps | undefined;
  /** False where it only takes what its batches have answered, under no cap. */
  readonly sends: boolean;
  /** Whether the user of this machine has agreed to what the run sends. */
  isAgreed(manifest: RunManifest): boolean;
  /** Throws for a server that the settings do not name. */
  assertServers(models: AskedModels): void;
}

/**
 * Makes a stored run ready to go on. Throws what `assertServers` throws, `RunStoreError`, `RunSessionError`, and `PriceCapError` where
 * a cap on cost cannot be held for a model that would be asked.
 */
export async function prepareResume(
  runId: string,
  { store }: Pick<PromptStore, 'store'>,
  settings: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections'>>,
  resumption: Resumption,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const { manifest } = stored;
  const { raised, sends } = resumption;
  resumption.assertServers(askedRoles(manifest));
  const run: PreparedRun = {
    session: sessionOfRun(stored, benchmarks),
    raised,
    isForeign: !resumption.isAgreed(manifest),
    openWriter: () => store.reopen(runId),
    // The judges may be asked again for their noise, of which a cache has none: the run does not say whether they are.
    asksAnew: manifest.rejudgedFrom !== undefined,
  };
  if (sends)
    assertCapHolds(withOwnPrices(askedModels(manifest), providersOf(settings)), capsOfRun(run, settings.caps).caps);
  return run;
}

/** Whose replies are to be judged again, and how. */
export interface Rejudging {
  readonly runId: string;
  /** The name that its prompt has now. */
  readonly name: string;
  /** The run whose judges and own wordings are taken; `undefined` for those that the run has itself. */
  readonly like: Pick<RunManifest, 'judges' | 'benchmarks'> | undefined;
}

/** What planning a run from a stored one needs of the editor. */
export interface RejudgeSurroundings {
  readonly toolVersion: string;
  /** Throws for a server that the settings do not name. */
  assertServers(models: AskedModels): void;
  /** Whether these models are asked in batches. Throws `ChoiceError`. */
  goesByBatch(models: readonly ManifestModel[]): boolean;
}

/**
 * Plans to judge the replies of a stored run again. Throws `RejudgeError`, `RunStoreError`, `RunSessionError`, `PriceCapError` and what
 * `surroundings` throw.
 */
export async function prepareRejudge(
  { runId, name, like }: Rejudging,
  { store }: Pick<PromptStore, 'store'>,
  { caps, connections }: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections'>>,
  surroundings: RejudgeSurroundings,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const named = like?.judges ?? stored.manifest.judges;
  surroundings.assertServers({ judges: named });
  const judges = withOwnPrices(named, providersOf({ connections }));
  assertCapHolds(judges, caps);
  const planned = planRejudge(
    stored,
    judges,
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: surroundings.toolVersion,
      ...caps,
      batch: surroundings.goesByBatch(judges),
      ...(like === undefined ? {} : { wordings: wordingsLike(stored.manifest, like) }),
    },
    benchmarks,
  );
  const { samples, records } = planned;
  const manifest = underName(planned.manifest, name);
  return {
    session: sessionOfRun({ manifest, samples, records, problems: stored.problems }, benchmarks),
    openWriter: () => startRejudge(store, { manifest, samples, records }),
    asksAnew: asksAnew(stored.manifest, judges),
  };
}

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
