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
  askedRoles,
  modelsOf,
  type AskedModels,
  type ManifestModel,
  type RunManifest,
} from '../../core/store/runManifest';
import type { Settings } from '../settings';
import type { AgreedRuns } from './agreedRuns';
import type { PromptStore } from './evaluationServices';
import { capsOfRun, newRun, type PreparedRun } from './runInWindow';
import { providersOf } from './runProviders';

/** What planning a run from a stored one needs of the window. */
export interface StoredRunContext {
  readonly prompt: Pick<PromptStore, 'store'>;
  readonly settings: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections'>>;
  /** What the user of this machine has agreed to send. */
  readonly agreed: Pick<AgreedRuns, 'has'>;
  readonly toolVersion: string;
  /** Throws `ServerAddressError` for a server that the settings do not name. */
  readonly assertServers: (models: AskedModels) => void;
  /** Whether these models are asked in batches. Throws `ChoiceError`. */
  readonly goesByBatch: (models: readonly ManifestModel[]) => boolean;
  /** Reads the samples that the settings name for a benchmark. */
  readonly readSamples: (benchmark: Benchmark) => Promise<PlannedBenchmark>;
}

/** How a stored run is to go on. */
export interface Resumption {
  readonly runId: string;
  /** Caps that hold for it in the place of those of the settings. */
  readonly raised?: RunCaps | undefined;
  /** False where it only takes what its batches have answered, under no cap. */
  readonly sends: boolean;
}

/** Whose replies are to be judged again, and how. */
export interface Rejudging {
  readonly runId: string;
  /** The name that its prompt has now. */
  readonly name: string;
  /** The run whose judges and own wordings are taken; `undefined` for those that the run has itself. */
  readonly like: Pick<RunManifest, 'judges' | 'benchmarks'> | undefined;
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

/**
 * Makes a stored run ready to go on. Throws `ServerAddressError`, `RunStoreError`, `RunSessionError`, and `PriceCapError` where
 * a cap on cost cannot be held for a model that would be asked.
 */
export async function prepareResume(
  { runId, raised, sends }: Resumption,
  { prompt: { store }, settings, agreed, assertServers }: StoredRunContext,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const { manifest } = stored;
  assertServers(askedRoles(manifest));
  const run: PreparedRun = {
    session: sessionOfRun(stored, benchmarks),
    raised,
    isForeign: !agreed.has(manifest),
    openWriter: () => store.reopen(runId),
    // The judges may be asked again for their noise, of which a cache has none: the run does not say whether they are.
    asksAnew: manifest.rejudgedFrom !== undefined,
  };
  if (sends)
    assertCapHolds(withOwnPrices(askedModels(manifest), providersOf(settings)), capsOfRun(run, settings.caps).caps);
  return run;
}

/** Plans to judge the replies of a stored run again. Throws as `prepareResume` does, and `RejudgeError`. */
export async function prepareRejudge(
  { runId, name, like }: Rejudging,
  context: StoredRunContext,
): Promise<PreparedRun> {
  const { store } = context.prompt;
  const stored = await store.open(runId);
  const named = like?.judges ?? stored.manifest.judges;
  context.assertServers({ judges: named });
  const judges = withOwnPrices(named, providersOf(context.settings));
  const wordings = like === undefined ? {} : { wordings: wordingsLike(stored.manifest, like) };
  const planned = planRejudge(stored, judges, { ...newRunFacts(judges, context), ...wordings }, benchmarks);
  const { samples, records } = planned;
  const manifest = underName(planned.manifest, name);
  return {
    session: sessionOfRun({ manifest, samples, records, problems: stored.problems }, benchmarks),
    openWriter: () => startRejudge(store, { manifest, samples, records }),
    asksAnew: asksAnew(stored.manifest, judges),
  };
}

/**
 * Plans both runs of a comparison again on one benchmark with more samples, the earlier prompt first. The caps of a run hold for both
 * together: the second run has what the first one leaves. Throws `LargerRunError` and what planning throws.
 */
export async function prepareLarger(
  { before, after, benchmark: id, more }: LargerPair,
  context: StoredRunContext,
): Promise<readonly [PreparedRun, PreparedRun]> {
  const benchmark = benchmarks.get(id as BenchmarkId);
  if (benchmark === undefined) throw new LargerRunError(`There is no benchmark “${id}”.`);
  const planned = await context.readSamples(benchmark);
  const shared = sharedSamples(before.session, after.session, benchmark);
  const { seed } = after.session.manifest;
  const now = Date.now();
  const larger = ({ session, name }: RunToEnlarge, at: number): PreparedRun => {
    const manifest = underName(session.manifest, name);
    context.assertServers(manifest);
    const request = { ...newRunFacts(modelsOf(manifest), context, at), shared, more, seed };
    return newRun(planLarger(manifest, planned, request, benchmarks), context.prompt);
  };
  // Histories go by the time: the later prompt's run is the later one.
  return [larger(before, now), larger(after, now + 1)];
}

/** What is new of every run that is planned. Throws `PriceCapError` where a cap on cost cannot be held, and `ChoiceError`. */
export function newRunFacts(
  models: readonly ManifestModel[],
  { settings: { caps }, toolVersion, goesByBatch }: Pick<StoredRunContext, 'settings' | 'toolVersion' | 'goesByBatch'>,
  at = Date.now(),
): {
  readonly runId: string;
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly batch: boolean;
} & RunCaps {
  assertCapHolds(models, caps);
  const batch = goesByBatch(models);
  return { runId: newRunId(at, Math.random), createdAt: new Date(at).toISOString(), toolVersion, ...caps, batch };
}
