import { messagesForTurn, type Dialogue, type DialoguePlan } from '../dialogue/dialogue';
import type { JudgeTask } from '../judging/judgeTask';
import type { ChatRequest } from '../providers/provider';
import { ProviderError } from '../providers/providerError';
import type { RunRecord } from '../store/runRecord';
import { askJudge, type JudgeAnswer } from './askJudge';
import { isoTime, type Clock } from './clock';
import type { ModelCaller } from './modelCaller';
import { RetriesExhaustedError } from './retry';
import type { RunSession } from './runSession';
import type { ItemState } from './runState';
import { settleAll } from './settleAll';
import type { WorkItem } from './workItem';

/** What playing and judging one item needs. */
export interface ItemServices {
  readonly tutor: ModelCaller;
  readonly judges: readonly ModelCaller[];
  readonly clock: Clock;
  /** Puts a record on disk and folds it into the state, in that order. */
  record(record: RunRecord): Promise<void>;
  /** Throws when the failure stops the whole run; returns when only this item is lost. */
  failed(error: unknown, caller: ModelCaller): void;
}

/** Plays one item to its end and has it judged, from wherever its records stand. */
export async function runItem(
  session: RunSession,
  item: WorkItem,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const state = session.state.item(item.key);
  const plan = session.planOf(item);
  const dialogue = await playDialogue(session, item, state, plan, services, signal);
  if (dialogue.status !== 'complete') return;
  await settleAll(
    services.judges.map((judge) => judgeDialogue(session, item, state, dialogue, judge, services, signal)),
  );
}

async function playDialogue(
  session: RunSession,
  item: WorkItem,
  state: ItemState,
  plan: DialoguePlan,
  services: ItemServices,
  signal: AbortSignal,
): Promise<Dialogue> {
  const { tutor, clock } = services;
  for (;;) {
    const dialogue = state.dialogue(plan);
    if (dialogue.status !== 'unfinished') return dialogue;
    const turn = state.replies.length + 1;
    const started = clock.now();
    await tutor.step(signal, async (call) => {
      try {
        const { reply, cached, retries, remember } = await call(
          tutorRequest(session, item, plan, state, tutor.endpoint.model),
        );
        await services.record({
          kind: 'reply',
          item: item.key,
          at: isoTime(clock),
          turn,
          raw: reply.text,
          finish: reply.finish,
          usage: cached ? undefined : reply.usage,
          model: reply.model,
          calls: cached ? 0 : 1,
          cached: cached ? 1 : 0,
          retries,
          ms: clock.now() - started,
        });
        remember();
      } catch (error) {
        services.failed(error, tutor);
        await services.record({ ...failure(item, error, clock, started), role: 'tutor', turn });
      }
    });
  }
}

function tutorRequest(
  session: RunSession,
  item: WorkItem,
  plan: DialoguePlan,
  state: ItemState,
  model: string,
): ChatRequest {
  const turn = state.replies.length + 1;
  return {
    model,
    system: plan.system,
    messages: messagesForTurn(plan, state.replies, turn),
    ...plan.decoding,
    repeat: item.repeat,
    simulation: {
      seed: `${session.manifest.seed}/${item.key}/${turn}`,
      run: (random) => item.benchmark.simulateTutor(item.sample, turn, session.rules, random),
    },
  };
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
        if ('prompt' in task) return judgeTask(session, item, task, judge, services, signal);
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
  judge: ModelCaller,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = services;
  const started = clock.now();
  const judgeModel = judge.endpoint.name;
  await judge.step(signal, async (call) => {
    let paid: Partial<Pick<JudgeAnswer, 'usage' | 'calls' | 'cached' | 'retries'>> = {};
    try {
      const answer = await askJudge(
        task,
        judge.endpoint.model,
        call,
        `${session.manifest.seed}/${item.key}/${task.key}`,
      );
      const { verdicts, attempts, usage, calls, cached, retries, model } = answer;
      paid = { usage, calls, cached, retries };
      if (answer.failure !== undefined) throw answer.failure.error;
      await services.record({
        kind: 'judged',
        item: item.key,
        at: isoTime(clock),
        judgeModel,
        key: task.key,
        version: task.version,
        verdicts: [...verdicts],
        attempts: [...attempts],
        usage,
        calls,
        cached,
        retries,
        model,
        ms: clock.now() - started,
      });
    } catch (error) {
      services.failed(error, judge);
      const lost = failure(item, error, clock, started);
      await services.record({
        ...lost,
        ...paid,
        retries: lost.retries + (paid.retries ?? 0),
        role: 'judge',
        judgeModel,
        key: task.key,
        slots: task.slots.map(({ judge: id, unit, turn, criterionId }) => ({ judge: id, unit, turn, criterionId })),
      });
    }
  });
}

function failure(item: WorkItem, error: unknown, clock: Clock, started: number) {
  return {
    kind: 'failed' as const,
    item: item.key,
    at: isoTime(clock),
    failure: ProviderError.is(error) ? error.failure : 'unknown',
    message: error instanceof Error ? error.message : String(error),
    calls: 0,
    cached: 0,
    retries: error instanceof RetriesExhaustedError ? error.attempts.length - 1 : 0,
    ms: clock.now() - started,
  };
}
