import { lacksReply, standInDialogue } from '../benchmark/dialogue';
import type { RunSession } from '../run/runSession';
import type { ComputedVerdicts, JudgeTask } from '../benchmark/judging/judgeTask';
import { answerCount, isJudged, type Play } from './play';
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
      const { dialogue } = play;
      const lost = lacksReply(dialogue.status) || dialogue.status === 'notApplicable';
      replies.done += dialogue.replies.length;
      replies.planned += lost ? dialogue.replies.length : dialogue.plan.studentTurns.length;
      for (const judge of judgeModels) {
        judged += answerCount(play, judge);
        if (!lost && !isJudged(play, judge)) owed += estimate.tasks;
      }
    }
  }
  return { replies, judgements: { done: judged, planned: judged + Math.round(owed) } };
}

/** What one judge model owes for a play, on average. */
interface JudgementEstimate {
  readonly tasks: number;
  readonly verdicts: number;
}

/** Plays looked at: enough for a mean, few enough not to be felt in a live report. */
const mostPlays = 40;

// The number of tasks hangs on the samples, not on the replies: made once a run, as a live report asks again and again.
const known = new WeakMap<RunSession, Map<string, JudgementEstimate>>();

/**
 * Mean number of judge tasks and verdicts of a play, from plays spread evenly over the benchmark; none where no judge is asked. Tasks
 * that depend on another verdict are not known before it, so this is a lower estimate for benchmarks that have such tasks.
 */
export function estimateJudgements(session: RunSession, plays: readonly Play[]): JudgementEstimate {
  const benchmark = plays[0]?.item.benchmark.id;
  if (benchmark === undefined) return { tasks: 0, verdicts: 0 };
  const estimates = known.get(session) ?? new Map<string, JudgementEstimate>();
  known.set(session, estimates);
  const estimate = estimates.get(benchmark) ?? estimateOf(session, plays);
  estimates.set(benchmark, estimate);
  return estimate;
}

export function verdictsIn(task: JudgeTask | ComputedVerdicts): number {
  return 'slots' in task ? task.slots.length : task.verdicts.length;
}

function estimateOf(session: RunSession, plays: readonly Play[]): JudgementEstimate {
  if (session.lacksScores) return { tasks: 0, verdicts: 0 };
  const step = Math.max(1, Math.floor(plays.length / mostPlays));
  const looked = plays.filter((_, place) => place % step === 0);
  const tasks = looked.flatMap(({ item: { benchmark, sample }, item }) =>
    benchmark.judgements(sample, standInDialogue(session.planOf(item)), [], session.policy),
  );
  const verdicts = tasks.reduce((sum, task) => sum + verdictsIn(task), 0);
  return { tasks: tasks.length / looked.length, verdicts: verdicts / looked.length };
}
