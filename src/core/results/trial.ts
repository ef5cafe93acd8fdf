import { type Dialogue, lacksReply, standInDialogue } from '../benchmark/dialogue';
import { slotsIn } from '../benchmark/judging/judgeTask';
import { askedJudges } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { countTasks, type TaskCounts } from '../run/savedCalls';
import { ItemState, type WorkItem } from '../run/workItem';
import type { CaseStatus, RunProgress } from './reportModel';

export interface Trial {
  readonly item: WorkItem;
  readonly state: ItemState;
  readonly dialogue: Dialogue;
  /** Absent where all judges are asked. */
  readonly asked?: { readonly judges: ReadonlySet<string>; readonly counts: TaskCounts };
}

/** Reads an item without changing the run's state. */
export function readTrial(session: RunSession, item: WorkItem): Trial {
  const state = session.state.items.get(item.key) ?? new ItemState();
  const dialogue = state.dialogue(session.planOf(item));
  const judges = askedJudges(session, item);
  if (judges === undefined) return { item, state, dialogue };
  return { item, state, dialogue, asked: { judges, counts: countTasks(session, item, dialogue) } };
}

/** True if this judge model has answered or failed on any part of the trial. */
export function isJudged(trial: Trial, judgeModel: string): boolean {
  return answerCount(trial, judgeModel) > 0;
}

function answerCount({ state }: Trial, judgeModel: string): number {
  return (state.answers.get(judgeModel)?.size ?? 0) + (state.judgeFailures.get(judgeModel)?.size ?? 0);
}

/** How far a trial has come; `judged` once every judge model has answered or failed. */
export function statusOf(trial: Trial, judgeModels: readonly string[]): CaseStatus {
  const { dialogue } = trial;
  const { status } = dialogue;
  if (status === 'noReply' || status === 'refused' || status === 'failed' || status === 'notApplicable') return status;
  if (status === 'complete' && judgeModels.every((judge) => isJudged(trial, judge))) return 'judged';
  return dialogue.replies.length > 0 ? 'replied' : 'waiting';
}

export interface PlannedTrials {
  readonly trials: readonly Trial[];
  readonly estimate: JudgementEstimate;
}

/** Once a trial lacks a reply or a judge has started, only what exists is planned, so a finished run reaches 100%. */
export function runProgress(planned: readonly PlannedTrials[], judgeModels: readonly string[]): RunProgress {
  const replies = { done: 0, planned: 0 };
  let judged = 0;
  let expected = 0;
  for (const { trials, estimate } of planned) {
    for (const trial of trials) {
      const { dialogue, asked } = trial;
      const lost = lacksReply(dialogue.status) || dialogue.status === 'notApplicable';
      replies.done += dialogue.replies.length;
      replies.planned += lost ? dialogue.replies.length : dialogue.plan.studentTurns.length;
      for (const judge of judgeModels) {
        judged += answerCount(trial, judge);
        if (!lost && !isJudged(trial, judge)) expected += (asked?.counts ?? estimate).tasks;
      }
    }
  }
  return { replies, judgements: { done: judged, planned: judged + Math.round(expected) } };
}

interface JudgementEstimate {
  readonly tasks: number;
  readonly verdicts: number;
}

/** Enough for a mean, few enough to keep a live report fast. */
const mostTrials = 40;

/** From trials spread evenly over the benchmark. Tasks that depend on another verdict are not counted. */
export function estimateJudgements(session: RunSession, trials: readonly Trial[]): JudgementEstimate {
  if (session.lacksScores || trials.length === 0) return { tasks: 0, verdicts: 0 };
  const step = Math.max(1, Math.floor(trials.length / mostTrials));
  const spread = trials.filter((_, index) => index % step === 0);
  const tasks = spread.flatMap(({ item: { benchmark, sample }, item }) =>
    benchmark.judgements(sample, standInDialogue(session.planOf(item)), [], session.policy),
  );
  return { tasks: tasks.length / spread.length, verdicts: tasks.flatMap(slotsIn).length / spread.length };
}
