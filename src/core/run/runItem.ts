import type { Dialogue } from '../benchmark/dialogue';
import type { JudgeTask } from '../benchmark/judging/judgeTask';
import { ProviderError } from '../providers/provider';
import { askJudge, type JudgeAnswer } from './askJudge';
import { Suspended } from './batch/batchCall';
import { isoTime } from './clock';
import { decideOffline, type OfflineTask } from './decideOffline';
import { withImageContent } from './loadSamples';
import type { ModelCaller } from './modelCaller';
import { playDialogue, type PlayedItem, playStep } from './playDialogue';
import { addUsage, recordedUsage, sentCalls, type StepWork } from './runStep';

export async function runItem(played: PlayedItem): Promise<void> {
  const dialogue = await playDialogue(played);
  if (dialogue.status !== 'complete') return;
  await settleAll(played.services.judges.map((judge) => judgeDialogue(played, dialogue, judge)));
}

/** Asks in rounds, as a judge may depend on another's verdict. What failed is not tried again before a resume. */
async function judgeDialogue(played: PlayedItem, dialogue: Dialogue, judge: ModelCaller): Promise<void> {
  const { session, item, state, services } = played;
  const judgeModel = judge.endpoint.name;
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  for (;;) {
    const answered = state.answers.get(judgeModel);
    const lost = state.judgeFailures.get(judgeModel);
    const verdicts = [...(answered?.values() ?? [])].flatMap((record) => record.verdicts);
    const tasks = item.benchmark
      .judgements(item.sample, dialogue, verdicts, session.policy)
      .filter((task) => answered?.has(task.key) !== true && lost?.has(task.key) !== true);
    if (tasks.length === 0) return;
    await settleAll(
      tasks.map((task) => {
        if ('prompt' in task) return judgeTask(played, task, reply, judge);
        const place = { item: item.key, at: isoTime(services.clock), judgeModel, key: task.key };
        const computed = { version: 'computed', calls: 0, cached: 0, retries: 0, ms: 0, attempts: [] };
        return services.record({ kind: 'judged', ...place, ...computed, verdicts: [...task.verdicts] });
      }),
    );
  }
}

function judgeTask(played: PlayedItem, task: JudgeTask, reply: string, judge: ModelCaller): Promise<void> {
  const { session, item, services } = played;
  const { clock } = services;
  const { name: judgeModel, model, provider } = judge.endpoint;
  const asked: OfflineTask = provider.simulated
    ? decideOffline(session, item, task.builtIn ?? task, reply, services.learnedJudges)
    : { task };
  let paid: Partial<Pick<JudgeAnswer, 'usage' | 'calls' | 'cached'>> = {};
  const work: StepWork<void> = async (call, soFar) => {
    let index = 0;
    const { failure, ...answer } = await askJudge(asked.task, {
      model,
      seed: `${session.manifest.seed}/${item.key}/${task.key}`,
      takesImages: () => (soFar.decided[index++] ??= judge.metered.takesImages),
      call: async (request) => {
        const images = session.imagesOf(item.benchmark.id);
        return call({ ...request, messages: await withImageContent(request.messages, images, services.images) });
      },
    });
    const { usage, calls, cached, retries } = answer;
    paid = { usage, calls, cached };
    if (failure !== undefined) throw failure.error;
    await services.record({
      kind: 'judged',
      item: item.key,
      at: isoTime(clock),
      judgeModel,
      key: task.key,
      version: asked.task.version,
      ...answer,
      ...recordedUsage(usage),
      sent: sentCalls(soFar.sent, calls + retries),
      heldOut: asked.heldOut,
      trainedDialogue: asked.trainedDialogue,
      ms: clock.elapsed() - soFar.started,
    });
  };
  return playStep(played, judge, `judge ${task.key}`, work, (record, error) => ({
    ...record,
    ...paid,
    ...recordedUsage(addUsage(paid.usage, ProviderError.is(error) ? error.usage : undefined)),
    sent: sentCalls(record.sent ?? record.retries, (paid.calls ?? 0) + record.retries),
    role: 'judge',
    judgeModel,
    key: task.key,
    slots: task.slots.map(({ judge: id, unit, turn, criterionId }) => ({ judge: id, unit, turn, criterionId })),
  }));
}

/**
 * Waits until all promises have settled and only then throws the first rejection, so that nothing started here is
 * still under way afterwards: no record may follow the last one of a run. What only waits gives way to what went wrong.
 */
async function settleAll(promises: Iterable<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  const first = rejected.find(({ reason }) => !Suspended.is(reason)) ?? rejected[0];
  if (first !== undefined) throw first.reason;
}
