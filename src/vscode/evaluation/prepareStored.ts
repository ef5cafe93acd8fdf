import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { baselineOf, furtherRunsOf, withPlanned } from '../../core/history/baseline';
import { freshBaselineWords } from '../../core/history/chosenBaseline';
import { assertNoConfirmation, overridesLike, planRejudge, StoredRunError } from '../../core/history/planRejudge';
import { planRunAgain } from '../../core/history/planRunAgain';
import { type PromptHistory, underName } from '../../core/history/promptHistory';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { assertCapHolds } from '../../core/run/priceCap';
import type { Continuation, RunSession } from '../../core/run/runSession';
import { ServerAddressError, withOwnPrices } from '../../core/run/runChoices';
import { askedModels, askedRoles, modelsOf, type RunManifest } from '../../core/store/runManifest';
import { createRun, type RunStore, type StoredRun } from '../../core/store/runStore';
import { RunStoreError } from '../../core/store/runStoreError';
import type { MessageOf, RunPair } from '../../protocol/messages';
import { providersOf } from '../models/runProviders';
import { newRunFacts, promptFacts, type RunContext, type StoredRunContext } from './prepareRun';
import { capsOfRun, newRun, type PreparedRun } from './runInWindow';
import { planExplore } from '../../core/history/planExplore';
import { assertPromptFits } from '../../core/run/planRun';
import { t } from '../../core/text/countWords';

export interface Resumption extends Pick<PreparedRun, 'raised' | 'continuation'> {
  readonly runId: string;
  /** False when it only collects batch answers, without caps. */
  readonly sends: boolean;
}

interface Rejudging {
  readonly runId: string;
  readonly name: string;
  /** The run whose judges and custom prompts are used; `undefined` for the run's own. */
  readonly like: Pick<RunManifest, 'judges' | 'benchmarks'> | undefined;
}

/** Throws `ServerAddressError`, `RunStoreError`, `RunSessionError` and `PriceCapError`. */
export async function prepareResume(
  { runId, raised, continuation, sends }: Resumption,
  { prompt: { store }, settings, agreed, assertServers }: StoredRunContext,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const { manifest } = stored;
  assertServers(askedRoles(manifest));
  const session = sessionOfRun(stored, benchmarks, continuation);
  const against = continuation?.against ?? session.state.looks.findLast(({ mayEnd }) => mayEnd)?.against;
  const run: PreparedRun = {
    session,
    raised,
    continuation,
    against,
    // Another run of a pair is played whole, so that it has all units of the later one.
    hasLooks: continuation?.runAll !== true || against !== undefined,
    isForeign: !agreed.has(manifest),
    openWriter: () => store.reopen(runId),
  };
  const models = withOwnPrices(askedModels(manifest), providersOf(settings));
  if (sends) assertCapHolds(models, capsOfRun(run, settings.caps).caps);
  return run;
}

/** Throws as `prepareResume` does, and `StoredRunError`. */
export async function prepareRejudge(
  { runId, name, like }: Rejudging,
  context: StoredRunContext,
): Promise<PreparedRun> {
  const { store } = context.prompt;
  const stored = await store.open(runId);
  assertNoConfirmation(stored.manifest);
  const named = like?.judges ?? stored.manifest.judges;
  context.assertServers({ judges: named });
  const judges = withOwnPrices(named, providersOf(context.settings));
  const overrides = like === undefined ? {} : { overrides: overridesLike(stored.manifest, like) };
  const planned = planRejudge(stored, judges, { ...newRunFacts(judges, context), ...overrides }, benchmarks);
  return preparedAs(name, { ...planned, problems: stored.problems }, store);
}

function preparedAs(name: string, planned: StoredRun, store: RunStore): PreparedRun {
  const run = { ...planned, manifest: underName(planned.manifest, name) };
  return { session: sessionOfRun(run, benchmarks), openWriter: () => createRun(store, run) };
}

/** Throws as `prepareResume` does, and `StoredRunError`. */
async function prepareRunAgain(
  { runId, name }: Pick<Rejudging, 'runId' | 'name'>,
  context: StoredRunContext,
  later?: RunManifest,
): Promise<PreparedRun> {
  const { store } = context.prompt;
  const stored = await store.open(runId);
  const { manifest } = stored;
  context.assertServers(askedRoles({ ...manifest, rejudgedFrom: undefined }));
  const providers = providersOf(context.settings);
  const facts = newRunFacts(withOwnPrices(modelsOf(manifest), providers), context);
  const planned = planRunAgain(stored, facts, benchmarks, providers, later);
  return preparedAs(name, { ...planned, records: [], problems: [] }, store);
}

/** A fresh run of the baseline of a planned run, if that was chosen for its score. None if it cannot be run again. */
export async function prepareFreshBaseline(
  planned: RunManifest,
  revisions: { ownHistory(): Promise<PromptHistory> },
  context: StoredRunContext,
): Promise<readonly PreparedRun[]> {
  try {
    const history = withPlanned(await revisions.ownHistory(), planned);
    const { id: runId = '' } = baselineOf(history, planned.runId) ?? {};
    const beforehand = freshBaselineWords(history, runId, planned);
    if (beforehand === undefined) return [];
    return [{ ...(await prepareRunAgain({ runId, name: history.prompt }, context, planned)), beforehand }];
  } catch (error) {
    // The comparison says then what has to come first.
    if (StoredRunError.is(error) || ServerAddressError.is(error) || RunStoreError.is(error)) return [];
    throw error;
  }
}

type Preparation = (context: StoredRunContext) => Promise<readonly PreparedRun[]>;

export interface StoredRunsController {
  readonly session: Pick<RunSession, 'manifest'> | undefined;
  readonly revisions: {
    readonly location: { readonly root: string };
    session(runId: string): Promise<RunSession>;
    nameOf(runId: string): Promise<string>;
  };
  /** The pair that Compare shows or showed last. */
  readonly compared: RunPair | undefined;
  start(prepare: Preparation): Promise<readonly RunSession[]>;
  open(runId: string): Promise<void>;
  compare(pair: RunPair): void;
}

/** Compares the new verdicts with the run `like`, if given. Rejects as opening a run does. */
export async function judgeAgain(
  { runId, like }: MessageOf<'judgeAgain'>,
  controller: StoredRunsController,
): Promise<void> {
  const { revisions } = controller;
  const other = like === undefined ? undefined : await revisions.session(like);
  const judge = other && judgeOfSide(controller.compared, runId, other.manifest.runId);
  const name = await revisions.nameOf(runId);
  const prepare: Preparation = async (context) => [
    await prepareRejudge({ runId, name, like: other?.manifest }, context),
  ];
  if (other === undefined) {
    await startAside(controller, prepare);
    return;
  }
  const [again] = await startInStore(controller, prepare);
  if (again === undefined) return;
  const isEarlier = timesOf(await revisions.session(runId)) < timesOf(other);
  const [before, after] = isEarlier ? [again, other] : [other, again];
  const judges = judge === undefined ? undefined : { before: judge, after: judge };
  await showCompared(controller, { before: before.manifest.runId, after: after.manifest.runId, judges });
}

/** Plays the text of a stored run once more. Resolves with false if that was not done. */
export async function runAgain(runId: string, controller: StoredRunsController): Promise<boolean> {
  const name = await controller.revisions.nameOf(runId);
  return startAside(controller, async (context) => [await prepareRunAgain({ runId, name }, context)]);
}

/** For a run that serves comparisons: the run on screen stays. */
async function startAside(controller: StoredRunsController, prepare: Preparation): Promise<boolean> {
  const shown = controller.session?.manifest.runId;
  const [made] = await startInStore(controller, prepare);
  if (made !== undefined && shown !== undefined) await controller.open(shown);
  return made !== undefined;
}

/** Goes on with stored runs, each with its own caps, and compares the pair again. Rejects as opening a run does. */
export async function goOnWith(
  pair: RunPair,
  runIds: readonly string[],
  continuation: Continuation,
  controller: StoredRunsController,
): Promise<void> {
  for (const runId of runIds) {
    const isLater = continuation.runAll === true && runId === pair.after && runId !== pair.before;
    const against = isLater ? pair.before : undefined;
    const [run] = await startInStore(controller, async (context) => [
      await prepareResume({ runId, continuation: { ...continuation, against }, sends: true }, context),
    ]);
    if (run === undefined) return;
  }
  if (pair.before === pair.after) await controller.open(pair.after);
  else await showCompared(controller, pair);
}

/** Returns no run if the prompt belongs to another store by the end; the runs stay where they are. */
async function startInStore(controller: StoredRunsController, prepare: Preparation): Promise<readonly RunSession[]> {
  const { root } = controller.revisions.location;
  const ended = await controller.start(prepare);
  return controller.revisions.location.root === root ? ended : [];
}

async function showCompared(controller: StoredRunsController, pair: RunPair): Promise<void> {
  await controller.open(pair.after);
  controller.compare(pair);
}

/** The judge that the reader chose for the run `like`. Both runs have its judges now. */
function judgeOfSide(compared: RunPair | undefined, runId: string, like: string): string | undefined {
  if (compared?.before === runId && compared.after === like) return compared.judges?.after;
  if (compared?.after === runId && compared.before === like) return compared.judges?.before;
  return undefined;
}

/** Sorts by the time of the replies, then by creation. */
function timesOf({ manifest: { repliesAt, createdAt } }: RunSession): string {
  return `${repliesAt ?? createdAt} ${createdAt}`;
}

interface ExploredPrompt {
  readonly session: RunSession | undefined;
  readonly revisions: {
    history(): Promise<PromptHistory>;
    session(runId: string): Promise<RunSession>;
  };
}

/** Failing cases of the shown run, or of the one it explores, with the editor's text. `cases`: only their samples. */
export async function prepareExplore(
  document: vscode.TextDocument,
  { session, revisions }: ExploredPrompt,
  context: RunContext,
  cases?: readonly string[],
): Promise<PreparedRun> {
  if (session === undefined)
    throw new StoredRunError(t`There is no run with failing cases yet. Evaluate the prompt first.`);
  const { store, promptPath } = context.prompt;
  const stored = await store.open(session.manifest.explored?.run ?? session.manifest.runId);
  const { manifest } = stored;
  context.assertServers(manifest);
  const facts = await promptFacts(document, promptPath);
  const played = manifest.benchmarks.flatMap(({ id }) => benchmarks.get(id) ?? []);
  assertPromptFits(facts.prompt, played, benchmarks);
  const { runId } = manifest;
  const history = await revisions.history();
  const known = history.runs.find(({ id }) => id === runId);
  const ids = known === undefined ? [] : furtherRunsOf(history, known, [runId]);
  // A damaged run shows no chance, and is listed as damaged elsewhere.
  const others = (await Promise.allSettled(ids.map((id) => revisions.session(id)))).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value] : [],
  );
  const request = { ...newRunFacts(modelsOf(manifest), context), ...facts, others, cases };
  return newRun(planExplore(stored, request, benchmarks), context.prompt);
}
