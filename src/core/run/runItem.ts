import { type Dialogue, type DialoguePlan, messagesForTurn } from '../benchmark/dialogue';
import type { JudgeTask } from '../benchmark/judging/judgeTask';
import { visibleReply } from '../benchmark/visibleReply';
import type { ChatMessage } from '../providers/message';
import { type ChatRequest, ProviderError, type SharedEnd } from '../providers/provider';
import type { ImageStore } from '../store/imageStore';
import type { FailedRecord, RunRecord } from '../store/runRecord';
import { askJudge, type JudgeAnswer } from './askJudge';
import { Suspended } from './batch/batchCall';
import { wavesOf } from './cacheStarts';
import { type Clock, isoTime } from './clock';
import { askedJudges, isAsked } from './runScope';
import { withImageContent } from './loadSamples';
import type { ModelCaller } from './modelCaller';
import { takesNoImages } from './modelEndpoint';
import type { RunSession } from './runSession';
import { addUsage, answeredStep, failedStep, recordedUsage, sentCalls, type StepWork, uncalled } from './runStep';
import type { ItemState, WorkItem } from './workItem';

export async function runItem(played: PlayedItem): Promise<void> {
  const dialogue = await playDialogue(played);
  if (dialogue.status !== 'complete') return;
  await settleAll(played.services.judges.map((judge) => judgeDialogue(played, dialogue, judge)));
}

/** Asks in rounds, because a judge may depend on another's verdict. Only a resume tries failures again. */
async function judgeDialogue(played: PlayedItem, dialogue: Dialogue, judge: ModelCaller): Promise<void> {
  const { session, item, state, services } = played;
  const judgeModel = judge.endpoint.name;
  const asked = askedJudges(session, item);
  for (;;) {
    const answered = state.answers.get(judgeModel);
    const lost = state.judgeFailures.get(judgeModel);
    const verdicts = [...(answered?.values() ?? [])].flatMap((record) => record.verdicts);
    const tasks = item.benchmark
      .judgements(item.sample, dialogue, verdicts, session.policy)
      .filter((task) => isAsked(task, asked) && answered?.has(task.key) !== true && lost?.has(task.key) !== true);
    if (tasks.length === 0) return;
    const settle = (task: (typeof tasks)[number]): Promise<void> => {
      if ('prompt' in task) return judgeTask(played, task, judge);
      const position = { item: item.key, at: isoTime(services.clock), judgeModel, key: task.key };
      const computed = { version: 'computed', ...uncalled, attempts: [] };
      return services.record({ kind: 'judged', ...position, ...computed, verdicts: [...task.verdicts] });
    };
    for (const wave of wavesOf(tasks, judge.endpoint)) await settleAll(wave.map(settle));
  }
}

function judgeTask(played: PlayedItem, task: JudgeTask, judge: ModelCaller): Promise<void> {
  const { session, item, services } = played;
  const { clock } = services;
  const { name: judgeModel, model, provider } = judge.endpoint;
  const asked = provider.simulated ? (task.builtIn ?? task) : task;
  let paid: Partial<Pick<JudgeAnswer, 'usage' | 'calls' | 'cached'>> = {};
  const work: StepWork = async (call, soFar) => {
    let index = 0;
    const { failure, ...answer } = await askJudge(asked, {
      model,
      seed: `${session.manifest.seed}/${item.key}/${task.key}`,
      takesImages: () => (soFar.decided[index++] ??= judge.takesImages),
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
      version: asked.version,
      ...answer,
      ...recordedUsage(usage),
      sent: sentCalls(soFar.sent, calls + retries),
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

/** Waits for everything started here, because no record may follow the last one of a run. */
async function settleAll(promises: Iterable<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  const first = rejected.find(({ reason }) => !Suspended.is(reason)) ?? rejected[0];
  if (first !== undefined) throw first.reason;
}

export interface ItemServices {
  readonly tutor: ModelCaller;
  readonly student: ModelCaller | undefined;
  readonly judges: readonly ModelCaller[];
  readonly images: ImageStore;
  readonly clock: Clock;
  record(record: RunRecord): Promise<void>;
  /** Throws when the failure stops the whole run; returns when only this item is lost. */
  failed(error: unknown, caller: ModelCaller): void;
}

interface PlayedItem {
  readonly session: RunSession;
  readonly item: WorkItem;
  readonly state: ItemState;
  readonly services: ItemServices;
  readonly signal: AbortSignal;
}

async function playDialogue(played: PlayedItem): Promise<Dialogue> {
  const { session, item, state, services } = played;
  const plan = session.planOf(item);
  for (;;) {
    const dialogue = state.dialogue(plan);
    if (dialogue.status !== 'unfinished') return dialogue;
    const turn = state.replies.length + 1;
    const studentSpeaks = plan.modelledStudent !== undefined && turn > 1 && !state.studentWords.has(turn);
    if (studentSpeaks && services.student === undefined && session.lacksScores) return dialogue;
    if (studentSpeaks) await playStudent(played, dialogue, turn);
    else await playTutor(played, dialogue, turn);
  }
}

function playStep(
  { item, services, signal }: PlayedItem,
  caller: ModelCaller,
  step: string,
  work: StepWork,
  failed: (record: Omit<FailedRecord, 'role'>, error: unknown) => FailedRecord,
  mayStop: (error: unknown) => boolean = () => true,
): Promise<void> {
  return caller.step(item.key, step, signal, async (call, soFar) => {
    try {
      await work(call, soFar);
    } catch (error) {
      if (Suspended.is(error)) throw error;
      if (mayStop(error)) services.failed(error, caller);
      await services.record(failed(failedStep(item, error, services.clock, soFar), error));
    }
  });
}

function playTutor(played: PlayedItem, { plan, replies }: Dialogue, turn: number): Promise<void> {
  const { session, item, services } = played;
  const { tutor, clock } = services;
  const given = messagesForTurn(plan, replies, turn);
  const work: StepWork = async (call, soFar) => {
    const showsImages = given.some(({ images = [] }) => images.length > 0);
    if (showsImages && !(soFar.decided[0] ??= tutor.takesImages)) throw takesNoImages(tutor.endpoint);
    const outcome = await call({
      model: tutor.endpoint.model,
      system: plan.system,
      messages: await withImageContent(given, session.imagesOf(item.benchmark.id), services.images),
      ...plan.decoding,
      sharedEnds: endsOfTurns(plan, given),
      repeat: item.repeat,
      simulation: {
        seed: `${session.manifest.seed}/${item.key}/${turn}`,
        run: (random) => item.benchmark.simulateTutor(item.sample, turn, session.rulesFor(item), random),
      },
    });
    const step = answeredStep(item, outcome, clock, soFar);
    await services.record({ kind: 'reply', ...step, turn, finish: outcome.reply.finish });
    outcome.remember();
  };
  // A sample that this model cannot take says nothing about the run.
  const mayStop = (error: unknown): boolean =>
    !ProviderError.is(error, 'imagesRefused') && !ProviderError.is(error, 'refused');
  return playStep(played, tutor, `tutor ${turn}`, work, (record) => ({ ...record, role: 'tutor', turn }), mayStop);
}

/** Each turn begins with what the turn before sent. The end of the last message is of use only if a turn follows. */
function endsOfTurns({ opening, studentTurns }: DialoguePlan, sent: readonly ChatMessage[]): readonly SharedEnd[] {
  const ends = sent.flatMap(({ role }, message) => (role === 'user' && message >= opening.length ? [{ message }] : []));
  return (ends.length < studentTurns.length ? ends : ends.slice(0, -1)).slice(-2);
}

/** The student model sees the dialogue from its side, with instructions for this turn. */
async function playStudent(played: PlayedItem, { plan, replies }: Dialogue, turn: number): Promise<void> {
  const { session, item, services } = played;
  const { student, clock } = services;
  const { modelledStudent } = plan;
  if (student === undefined || modelledStudent === undefined)
    throw new Error('The run names no model for the student.');
  // Drops the tutor's last words, which go with the cue, and the placeholder for the words asked for.
  const said = messagesForTurn(plan, replies, turn).slice(plan.opening.length, -2);
  const heard = replies.at(-1)?.visible ?? '';
  const cue = modelledStudent.cues[turn - 1] ?? '';
  const request: ChatRequest = {
    model: student.endpoint.model,
    system: modelledStudent.system,
    messages: [
      // Both APIs require a first message from the other side before the student's words.
      { role: 'user', content: 'Begin.' },
      ...said.map(({ role, content }): ChatMessage => ({ role: role === 'user' ? 'assistant' : 'user', content })),
      { role: 'user', content: cue === '' ? heard : `${heard}\n\n[${cue}]` },
    ],
    ...modelledStudent.decoding,
    repeat: item.repeat,
    simulation: {
      seed: `${session.manifest.seed}/${item.key}/student/${turn}`,
      run: () => modelledStudent.simulate(turn),
    },
  };
  const work: StepWork = async (call, soFar) => {
    const outcome = await call(request);
    const { text, finish, usage } = outcome.reply;
    if (finish === 'refusal' || visibleReply(text) === '') {
      const what = finish === 'refusal' ? 'refused to' : 'said nothing and did not';
      const message = `The model that plays the student ${what} go on. Choose another one.`;
      throw new ProviderError(message, { failure: 'badResponse', provider: student.endpoint.provider.id, usage });
    }
    await services.record({ kind: 'student', ...answeredStep(item, outcome, clock, soFar), turn });
    outcome.remember();
  };
  return playStep(played, student, `student ${turn}`, work, (record) => ({ ...record, role: 'student', turn }));
}
