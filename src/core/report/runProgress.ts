import { lacksReply } from '../dialogue/dialogue';
import type { JudgementEstimate } from './judgementEstimate';
import { isJudged, type Play } from './play';
import type { RunProgress } from './reportModel';

/** The plays of one benchmark with what a judge owes for each. */
export interface PlannedPlays {
  readonly plays: readonly Play[];
  readonly estimate: JudgementEstimate;
}

/**
 * Replies and judge calls, done and planned. A play that ended without a reply plans no more than it has; a play that a
 * judge has begun with is taken to owe what it has, so that a finished run is exactly done.
 */
export function runProgress(planned: readonly PlannedPlays[], judgeModels: readonly string[]): RunProgress {
  const replies = { done: 0, planned: 0 };
  let judged = 0;
  let owed = 0;
  for (const { plays, estimate } of planned) {
    for (const play of plays) {
      const { state, dialogue } = play;
      const lost = lacksReply(dialogue.status) || dialogue.status === 'notApplicable';
      replies.done += dialogue.replies.length;
      replies.planned += lost ? dialogue.replies.length : dialogue.plan.studentTurns.length;
      for (const judge of judgeModels) {
        judged += (state.answers.get(judge)?.size ?? 0) + (state.judgeFailures.get(judge)?.size ?? 0);
        if (!lost && !isJudged(play, judge)) owed += estimate.tasks;
      }
    }
  }
  return { replies, judgements: { done: judged, planned: judged + Math.round(owed) } };
}
