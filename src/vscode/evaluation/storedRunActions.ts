import type { RunSession } from '../../core/engine/runSession';
import type { FromPanel, RunPair } from '../../protocol/messages';
import { prepareLarger, prepareRejudge, type RunToEnlarge, type StoredRunContext } from './prepareStored';
import type { PreparedRun } from './runInWindow';

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
export type FindController = () => Promise<StoredRunsController>;

/** Judges a stored run again as the panel asked for it. */
export type JudgeAgainRequest = Extract<FromPanel, { kind: 'judgeAgain' }>;

/** Runs both texts of a comparison with more samples, as the panel asked for it. */
export type RunMoreRequest = Extract<FromPanel, { kind: 'runMore' }>;

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
