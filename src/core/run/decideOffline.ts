import type { JudgeTask } from '../benchmark/judging/judgeTask';
import type { LearnedJudge } from '../benchmark/learnedJudge';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunSession } from './runSession';
import type { WorkItem } from './workItem';

export type LearnedJudges = ReadonlyMap<BenchmarkId, LearnedJudge>;

/** `heldOut`: the judge had not seen the reply. `trainedDialogue`: it knew other replies to its dialogue. */
export interface OfflineTask {
  readonly task: JudgeTask;
  readonly heldOut?: true | undefined;
  readonly trainedDialogue?: true | undefined;
}

/** Asks a learned judge in the place of a task's rules, in a calibration one that was not trained on the reply. */
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
  const ids = [...new Set(task.slots.map((slot) => slot.judge))];
  const held = isCalibration && answerOf(ids, (one) => judge.heldOutAnswer(one, sample, reply, manifest.policy));
  if (typeof held === 'string') return { task: { ...task, version, simulate: () => held }, heldOut: true };
  const simulate = (): string => answerOf(ids, (one) => judge.answer(one, sample, reply, manifest.policy)) ?? '';
  const isTrained = isCalibration && judge.isTrainingDialogue(sample);
  return { task: { ...task, version, simulate }, trainedDialogue: isTrained ? true : undefined };
}

/** The answer of one judge, or those of several as the members of one object; none where one of them has none. */
function answerOf(ids: readonly string[], ask: (id: string) => string | undefined): string | undefined {
  const answers = ids.flatMap((id) => ask(id) ?? []);
  if (answers.length < ids.length) return undefined;
  return ids.length === 1 ? answers[0] : `{${ids.map((id, index) => `"${id}": ${answers[index] ?? ''}`).join(', ')}}`;
}
