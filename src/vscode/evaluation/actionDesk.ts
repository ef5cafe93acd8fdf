import type { RunSession } from '../../core/engine/runSession';
import type { RunPair } from '../../protocol/messages';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

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
export async function startAt<Needed>(
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
export async function showCompared<Needed>(desk: ActionDesk<Needed>, pair: RunPair): Promise<void> {
  await desk.evaluation.open(pair.after);
  desk.compare(pair);
}
