import type { Dialogue } from '../benchmark/dialogue';
import type { RunSession } from '../run/runSession';
import { ItemState, type WorkItem } from '../run/workItem';
import type { CaseStatus } from './reportModel';

export interface Play {
  readonly item: WorkItem;
  readonly state: ItemState;
  readonly dialogue: Dialogue;
}

/** Reads an item without adding it to the run's state, as a report changes nothing. */
export function readPlay(session: RunSession, item: WorkItem): Play {
  const state = session.state.items.get(item.key) ?? new ItemState();
  return { item, state, dialogue: state.dialogue(session.planOf(item)) };
}

/** True when this judge model has answered anything about the play, or failed to. */
export function isJudged(play: Play, judgeModel: string): boolean {
  return answerCount(play, judgeModel) > 0;
}

/** Tasks that this judge model has answered or failed at. */
export function answerCount({ state }: Play, judgeModel: string): number {
  return (state.answers.get(judgeModel)?.size ?? 0) + (state.judgeFailures.get(judgeModel)?.size ?? 0);
}

/** How far a play has come; `judged` when every judge model has spoken about it. */
export function statusOf(play: Play, judgeModels: readonly string[]): CaseStatus {
  const { dialogue } = play;
  const { status } = dialogue;
  if (status === 'noReply' || status === 'refused' || status === 'failed' || status === 'notApplicable') return status;
  if (status === 'complete' && judgeModels.every((judge) => isJudged(play, judge))) return 'judged';
  return dialogue.replies.length > 0 ? 'replied' : 'waiting';
}
