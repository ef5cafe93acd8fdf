import type { Benchmark } from '../../core/benchmark/benchmark';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import { planLarger, sharedSamples } from '../../core/history/planLarger';
import { asksAnew, planRejudge, startRejudge, wordingsLike, StoredRunError } from '../../core/history/planRejudge';
import { underName } from '../../core/history/promptNames';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import type { PlannedBenchmark } from '../../core/run/loadSamples';
import { newRunId } from '../../core/run/planRun';
import { assertCapHolds, type RunCaps } from '../../core/run/runCaps';
import type { RunSession } from '../../core/run/runSession';
import { withOwnPrices } from '../../core/run/serverAddress';
import {
  askedModels,
  type AskedModels,
  askedRoles,
  type ManifestModel,
  modelsOf,
  type RunManifest,
} from '../../core/store/runManifest';
import type { FromPanel, RunPair } from '../../protocol/messages';
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
interface Rejudging {
  readonly runId: string;
  /** The name that its prompt has now. */
  readonly name: string;
  /** The run whose judges and own wordings are taken; `undefined` for those that the run has itself. */
  readonly like: Pick<RunManifest, 'judges' | 'benchmarks'> | undefined;
}

/** A run of a comparison, and the name that its prompt has now. */
interface RunToEnlarge {
  readonly session: RunSession;
  readonly name: string;
}

/** What is to be settled: both runs of a comparison and the samples wanted beyond those they share. */
interface LargerPair {
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

/** Plans to judge the replies of a stored run again. Throws as `prepareResume` does, and `StoredRunError`. */
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
 * together: the second run has what the first one leaves. Throws `StoredRunError` and what planning throws.
 */
export async function prepareLarger(
  { before, after, benchmark: id, more }: LargerPair,
  context: StoredRunContext,
): Promise<readonly [PreparedRun, PreparedRun]> {
  const benchmark = benchmarks.get(id as BenchmarkId);
  if (benchmark === undefined) throw new StoredRunError(`There is no benchmark “${id}”.`);
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

/** What making runs of stored ones needs of a prompt's controller. */
export interface StoredRunsController {
  readonly session: Pick<RunSession, 'manifest'> | undefined;
  readonly revisions: {
    readonly location: { readonly root: string };
    session(runId: string): Promise<RunSession>;
    /** The name that the prompt of a stored run has now. */
    nameOf(runId: string): Promise<string>;
  };
  /** The pair that Compare shows, or showed last. */
  readonly compared: RunPair | undefined;
  /** Resolves with the runs that came to an end. */
  start(prepare: (context: StoredRunContext) => Promise<readonly PreparedRun[]>): Promise<readonly RunSession[]>;
  open(runId: string): Promise<void>;
  compare(pair: RunPair): void;
}

/** Finds the controller of the same prompt later, under the name that it has by then. Waits for what is under way under the old name. */
type FindController = () => Promise<StoredRunsController>;

/** Judges a stored run again as the panel asked for it. */
export type JudgeAgainRequest = Extract<FromPanel, { kind: 'judgeAgain' }>;

/** Runs both texts of a comparison with more samples, as the panel asked for it. */
type RunMoreRequest = Extract<FromPanel, { kind: 'runMore' }>;

/**
 * The new judging stands in the place of the old one: beside the run whose judges it took, where there is one. Rejects as opening a run
 * does.
 */
export async function judgeAgain(
  { runId, like }: JudgeAgainRequest,
  first: StoredRunsController,
  find: FindController,
): Promise<void> {
  const shown = first.session?.manifest.runId;
  const other = like === undefined ? undefined : await first.revisions.session(like);
  const judge = other && judgeOfSide(first.compared, runId, other.manifest.runId);
  const name = await first.revisions.nameOf(runId);
  const { ended, controller } = await startAndFind(first, find, async (context) => [
    await prepareRejudge({ runId, name, like: other?.manifest }, context),
  ]);
  const [again] = ended;
  if (again === undefined || controller === undefined) return;
  if (other === undefined) {
    // It was judged for the comparison's sake: what the reader looked at stays in front.
    if (shown !== undefined) await controller.open(shown);
    return;
  }
  const isEarlier = timesOf(await controller.revisions.session(runId)) < timesOf(other);
  const [before, after] = isEarlier ? [again, other] : [other, again];
  await showCompared(controller, {
    before: before.manifest.runId,
    after: after.manifest.runId,
    ...(judge === undefined ? {} : { judges: { before: judge, after: judge } }),
  });
}

/** The two new runs stand in the place of the old ones. Rejects as opening a run does. */
export async function runMore(
  { before, after, benchmark, count }: RunMoreRequest,
  controller: StoredRunsController,
  find: FindController,
): Promise<void> {
  const { revisions } = controller;
  const toEnlarge = async (runId: string): Promise<RunToEnlarge> => ({
    session: await revisions.session(runId),
    name: await revisions.nameOf(runId),
  });
  const pair = { before: await toEnlarge(before), after: await toEnlarge(after), benchmark, more: count };
  const { ended, controller: now } = await startAndFind(controller, find, (context) => prepareLarger(pair, context));
  const [first, second] = ended;
  if (first === undefined || second === undefined || now === undefined) return;
  await showCompared(now, { before: first.manifest.runId, after: second.manifest.runId });
}

/** Starts runs. Resolves without a controller where the prompt is in another store's reach by then. */
async function startAndFind(
  first: StoredRunsController,
  find: FindController,
  prepare: (context: StoredRunContext) => Promise<readonly PreparedRun[]>,
): Promise<{ readonly ended: readonly RunSession[]; readonly controller: StoredRunsController | undefined }> {
  const { root } = first.revisions.location;
  const ended = await first.start(prepare);
  const controller = await find();
  // What has ended stays in the store that it began in.
  return { ended, controller: controller.revisions.location.root === root ? controller : undefined };
}

/** Shows two runs in Compare; the later one is the run that the panel shows. */
async function showCompared(controller: StoredRunsController, pair: RunPair): Promise<void> {
  await controller.open(pair.after);
  controller.compare(pair);
}

/** The judge that the reader had chosen of the run `like`, whose judges are those of both runs now. */
function judgeOfSide(compared: RunPair | undefined, runId: string, like: string): string | undefined {
  if (compared?.before === runId && compared.after === like) return compared.judges?.after;
  if (compared?.after === runId && compared.before === like) return compared.judges?.before;
  return undefined;
}

/** For sorting: when the tutor was asked, then when the run was made, as the other one may have been judged again too. */
function timesOf({ manifest: { repliesAt, createdAt } }: RunSession): string {
  return `${repliesAt ?? createdAt} ${createdAt}`;
}
