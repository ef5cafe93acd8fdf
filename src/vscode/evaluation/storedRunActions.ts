import type { RunSession } from '../../core/engine/runSession';
import type { FromPanel, RunPair } from '../../protocol/messages';
import type { PromptStore } from './evaluationServices';
import type { LargerPair, Rejudging, RunToEnlarge } from './prepareStored';
import type { PreparedRun } from './runInWindow';

/** What making runs of stored ones needs of a prompt's desk. `Needed`: the settings that preparing them reads. */
export interface ActionDesk<Needed> {
  readonly evaluation: {
    readonly session: Pick<RunSession, 'manifest'> | undefined;
    /** Resolves with the runs that came to an end. */
    start(
      prepare: (prompt: PromptStore, settings: Needed) => Promise<readonly PreparedRun[]>,
    ): Promise<readonly RunSession[]>;
    open(runId: string): Promise<void>;
  };
  readonly revisions: {
    readonly place: { readonly root: string };
    session(runId: string): Promise<RunSession>;
    /** The name that the prompt of a stored run has now. */
    nameOf(runId: string): Promise<string>;
  };
  /** The pair that Compare shows, or showed last. */
  readonly compared: RunPair | undefined;
  compare(pair: RunPair): void;
}

/** The desk where something was asked for, and how its prompt's desk is found later: it is another one once the file has another name. */
export interface DeskPlace<Needed> {
  readonly first: ActionDesk<Needed>;
  /** Waits for what is under way under the old name. */
  readonly find: () => Promise<ActionDesk<Needed>>;
}

/** Starts runs, and resolves with those that ended and the desk to show them at. Without one where the prompt is in another store's reach by then. */
async function startAt<Needed>(
  { first, find }: DeskPlace<Needed>,
  prepare: (prompt: PromptStore, settings: Needed) => Promise<readonly PreparedRun[]>,
): Promise<{ readonly ended: readonly RunSession[]; readonly desk: ActionDesk<Needed> | undefined }> {
  const { root } = first.revisions.place;
  const ended = await first.evaluation.start(prepare);
  const desk = await find();
  // What has ended stays in the store that it began in.
  return { ended, desk: desk.revisions.place.root === root ? desk : undefined };
}

/** Shows two runs in Compare; the later one is the run that the panel shows. */
async function showCompared<Needed>(desk: ActionDesk<Needed>, pair: RunPair): Promise<void> {
  await desk.evaluation.open(pair.after);
  desk.compare(pair);
}

/** Judges a stored run again as the panel asked for it. */
export type JudgeAgainRequest = Extract<FromPanel, { kind: 'judgeAgain' }>;

/** Plans a judging with the settings that hold when it starts. */
export type PrepareJudging<Needed> = (
  rejudging: Rejudging,
  prompt: PromptStore,
  settings: Needed,
) => Promise<PreparedRun>;

/**
 * The new judging stands in the place of the old one: beside the run whose judges it took, where there is one. Rejects as opening a run
 * does.
 */
export async function judgeAgain<Needed>(
  { runId, like }: JudgeAgainRequest,
  place: DeskPlace<Needed>,
  prepare: PrepareJudging<Needed>,
): Promise<void> {
  const { first } = place;
  const shown = first.evaluation.session?.manifest.runId;
  const other = like === undefined ? undefined : await first.revisions.session(like);
  const judge = other && judgeOfSide(first.compared, runId, other.manifest.runId);
  const name = await first.revisions.nameOf(runId);
  const { ended, desk } = await startAt(place, async (prompt, settings) => [
    await prepare({ runId, name, like: other?.manifest }, prompt, settings),
  ]);
  const [again] = ended;
  if (again === undefined || desk === undefined) return;
  if (other === undefined) {
    // It was judged for the comparison's sake: what the reader looked at stays in front.
    if (shown !== undefined) await desk.evaluation.open(shown);
    return;
  }
  const isEarlier = timesOf(await desk.revisions.session(runId)) < timesOf(other);
  const [before, after] = isEarlier ? [again, other] : [other, again];
  const runs = { before: before.manifest.runId, after: after.manifest.runId };
  await showCompared(desk, judge === undefined ? runs : { ...runs, judges: { before: judge, after: judge } });
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

/** Plays both texts of a comparison with more samples, as the panel asked for it. */
export type RunMoreRequest = Extract<FromPanel, { kind: 'runMore' }>;

/** Plans both runs with the settings that hold when they start, the earlier text's first. */
export type PrepareMore<Needed> = (
  pair: LargerPair,
  prompt: PromptStore,
  settings: Needed,
) => Promise<readonly PreparedRun[]>;

/** The two new runs stand in the place of the old ones. Rejects as opening a run does. */
export async function runMore<Needed>(
  { before, after, benchmark, count }: RunMoreRequest,
  place: DeskPlace<Needed>,
  prepare: PrepareMore<Needed>,
): Promise<void> {
  const { revisions } = place.first;
  const toEnlarge = async (runId: string): Promise<RunToEnlarge> => ({
    session: await revisions.session(runId),
    name: await revisions.nameOf(runId),
  });
  const pair = { before: await toEnlarge(before), after: await toEnlarge(after), benchmark, more: count };
  const { ended, desk } = await startAt(place, (prompt, settings) => prepare(pair, prompt, settings));
  const [first, second] = ended;
  if (first === undefined || second === undefined || desk === undefined) return;
  await showCompared(desk, { before: first.manifest.runId, after: second.manifest.runId });
}
