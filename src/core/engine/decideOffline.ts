import type { JudgeTask } from '../judging/judgeTask';
import type { LearnedJudges } from './learnedJudges';
import type { RunSession } from './runSession';
import type { WorkItem } from './workItem';

/**
 * A task as the offline provider is given it. `heldOut`: a sibling answers that had not seen the reply; `trainedDialogue`: a judge answers that had
 * not seen the reply but others to its dialogue.
 */
export interface OfflineTask {
  readonly task: JudgeTask;
  readonly heldOut?: true;
  readonly trainedDialogue?: true;
}

/**
 * Puts a learned judge in the place of a task's rules where the run is planned with one. In a calibration, a reply that it was trained
 * on is answered by a model that was not: agreement with what was learned by heart says nothing.
 */
export function decideOffline(
  { manifest }: RunSession,
  { benchmark: { id, title }, sample }: WorkItem,
  task: JudgeTask,
  reply: string,
  learned: LearnedJudges,
): OfflineTask {
  if (manifest.benchmarks.find((entry) => entry.id === id)?.learnedJudge !== true) return { task };
  const judge = learned.get(id);
  if (judge === undefined) throw new Error(`The learned judge of ${title} was not read.`);
  const { version } = judge;
  const isCalibration = manifest.calibration !== undefined;
  const held = isCalibration ? judge.heldOutAnswer(task.judge, sample, reply, manifest.policy) : undefined;
  if (held !== undefined) return { task: { ...task, version, simulate: () => held }, heldOut: true };
  const simulate = (): string => judge.answer(task.judge, sample, reply, manifest.policy);
  const isTrained = isCalibration && judge.isTrainingDialogue(sample);
  return { task: { ...task, version, simulate }, ...(isTrained ? { trainedDialogue: true } : {}) };
}
