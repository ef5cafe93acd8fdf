import type { Dialogue } from '../dialogue/dialogue';
import type { JudgeTask } from '../judging/judgeTask';
import { ProviderError } from '../providers/provider';
import { addUsage } from './addUsage';
import { askJudge, type JudgeAnswer } from './askJudge';
import { isoTime } from './clock';
import { decideOffline } from './decideOffline';
import { failedStep } from './failedStep';
import { withImageContent } from './imageContent';
import type { ItemServices } from './itemServices';
import type { ModelCaller } from './modelCaller';
import { Suspended } from './batch/suspendedSteps';
import { playDialogue } from './playDialogue';
import { recordedUsage } from './recordedUsage';
import { sentCalls } from './sentCalls';
import type { RunSession } from './runSession';
import type { ItemState } from './itemState';
import { settleAll } from './settleAll';
import type { WorkItem } from './workItem';

/** Plays one item to its end and has it judged, from wherever its records stand. Rejects with `Suspended` when it waits for a batch. */
export async function runItem(
  session: RunSession,
  item: WorkItem,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const state = session.state.item(item.key);
  const dialogue = await playDialogue(session, item, state, services, signal);
  if (dialogue.status !== 'complete') return;
  await settleAll(
    services.judges.map((judge) => judgeDialogue(session, item, state, dialogue, judge, services, signal)),
  );
}

/**
 * Asks in rounds: a judge may depend on another's verdict, so after each round the benchmark is asked what is left.
 * A task that failed in this stretch is not tried again before a resume.
 */
async function judgeDialogue(
  session: RunSession,
  item: WorkItem,
  state: ItemState,
  dialogue: Dialogue,
  judge: ModelCaller,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const judgeModel = judge.endpoint.name;
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  for (;;) {
    const answered = state.answers.get(judgeModel);
    const lost = state.judgeFailures.get(judgeModel);
    const tasks = item.benchmark
      .judgements(
        item.sample,
        dialogue,
        [...(answered?.values() ?? [])].flatMap((record) => record.verdicts),
        session.policy,
      )
      .filter((task) => answered?.has(task.key) !== true && lost?.has(task.key) !== true);
    if (tasks.length === 0) return;
    await settleAll(
      tasks.map((task) => {
        if ('prompt' in task) return judgeTask(session, item, task, reply, judge, services, signal);
        const { clock } = services;
        const { key, verdicts } = task;
        const counts = { calls: 0, cached: 0, retries: 0, ms: 0, attempts: [] };
        return services.record({
          kind: 'judged',
          item: item.key,
          at: isoTime(clock),
          judgeModel,
          key,
          version: 'computed',
          verdicts: [...verdicts],
          ...counts,
        });
      }),
    );
  }
}

async function judgeTask(
  session: RunSession,
  item: WorkItem,
  task: JudgeTask,
  reply: string,
  judge: ModelCaller,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = services;
  const judgeModel = judge.endpoint.name;
  const asked = judge.endpoint.provider.simulated
    ? decideOffline(session, item, task.builtIn ?? task, reply, services.learnedJudges)
    : { task };
  await judge.step({ item: item.key, step: `judge ${task.key}` }, signal, async (call, soFar) => {
    let paid: Partial<Pick<JudgeAnswer, 'usage' | 'calls' | 'cached'>> = {};
    let place = 0;
    try {
      const answer = await askJudge(asked.task, {
        model: judge.endpoint.model,
        seed: `${session.manifest.seed}/${item.key}/${task.key}`,
        takesImages: () => (soFar.decided[place++] ??= judge.metered.takesImages),
        call: async (request) => {
          const images = session.imagesOf(item.benchmark.id);
          return call({ ...request, messages: await withImageContent(request.messages, images, services.images) });
        },
      });
      const { verdicts, attempts, usage, calls, cached, retries, model, form, refused, withoutImages } = answer;
      paid = { usage, calls, cached };
      if (answer.failure !== undefined) throw answer.failure.error;
      await services.record({
        kind: 'judged',
        item: item.key,
        at: isoTime(clock),
        judgeModel,
        key: task.key,
        version: asked.task.version,
        verdicts: [...verdicts],
        attempts: [...attempts],
        ...recordedUsage(usage),
        calls,
        cached,
        retries,
        ...sentCalls(soFar.sent, { calls, retries }),
        model,
        ...(form === undefined ? {} : { form }),
        ...(refused ? { refused: true } : {}),
        ...(withoutImages ? { withoutImages } : {}),
        ...(asked.heldOut === true ? { heldOut: true } : {}),
        ...(asked.trainedDialogue === true ? { trainedDialogue: true } : {}),
        ms: clock.elapsed() - soFar.started,
      });
    } catch (error) {
      if (Suspended.is(error)) throw error;
      services.failed(error, judge);
      const { calls = 0 } = paid;
      const { retries, sent } = soFar;
      await services.record({
        ...failedStep(item, error, clock, soFar),
        ...paid,
        ...recordedUsage(addUsage(paid.usage, ProviderError.is(error) ? error.usage : undefined)),
        retries,
        sent: sentCalls(sent, { calls, retries }).sent,
        role: 'judge',
        judgeModel,
        key: task.key,
        slots: task.slots.map(({ judge: id, unit, turn, criterionId }) => ({ judge: id, unit, turn, criterionId })),
      });
    }
  });
}
