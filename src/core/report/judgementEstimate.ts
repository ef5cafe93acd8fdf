import type { RunSession } from '../engine/runSession';
import type { Play } from './play';

/** What one judge model owes per play, on average. */
export interface JudgementEstimate {
  readonly tasks: number;
  readonly verdicts: number;
}

/** Plays looked at: enough for a mean, few enough not to be felt in a live report. */
const mostPlays = 40;

/**
 * Mean number of judge tasks and verdicts of a play, from plays spread evenly over the benchmark. Tasks that depend on
 * another verdict are not known before it, so this is a lower estimate for benchmarks that have such tasks.
 */
export function estimateJudgements(session: RunSession, plays: readonly Play[]): JudgementEstimate {
  const step = Math.max(1, Math.floor(plays.length / mostPlays));
  const looked = plays.filter((_, place) => place % step === 0);
  if (looked.length === 0) return { tasks: 0, verdicts: 0 };
  let tasks = 0;
  let verdicts = 0;
  for (const { item, dialogue } of looked) {
    // A play without its replies is judged on stand-ins: only the number of tasks is read.
    const replies = dialogue.plan.studentTurns.map((_, index) => {
      return dialogue.replies[index] ?? { turn: index + 1, raw: '…', visible: '…', finish: 'stop' as const };
    });
    const whole = { plan: dialogue.plan, replies, status: 'complete' as const };
    for (const task of item.benchmark.judgements(item.sample, whole, [], session.policy)) {
      tasks += 1;
      verdicts += 'slots' in task ? task.slots.length : task.verdicts.length;
    }
  }
  return { tasks: tasks / looked.length, verdicts: verdicts / looked.length };
}
