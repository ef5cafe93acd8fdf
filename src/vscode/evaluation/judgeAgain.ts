import type { RunSession } from '../../core/engine/runSession';
import type { FromPanel, RunPair } from '../../protocol/messages';
import { showCompared, startAt, type DeskPlace } from './actionDesk';
import type { Rejudging } from './prepareRejudge';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

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
