import { type Dialogue, messagesForTurn } from '../benchmark/dialogue';
import { visibleReply } from '../benchmark/visibleReply';
import type { ChatMessage } from '../providers/message';
import { type ChatRequest, ProviderError } from '../providers/provider';
import type { ImageStore } from '../store/imageStore';
import type { FailedRecord, RunRecord } from '../store/runRecord';
import { Suspended } from './batch/batchCall';
import type { Clock } from './clock';
import type { LearnedJudges } from './decideOffline';
import { withImageContent } from './loadSamples';
import type { ModelCaller } from './modelCaller';
import { takesNoImages } from './modelEndpoint';
import type { RunSession } from './runSession';
import { answeredStep, failedStep, type StepWork } from './runStep';
import type { ItemState, WorkItem } from './workItem';

export interface ItemServices {
  readonly tutor: ModelCaller;
  readonly student: ModelCaller | undefined;
  readonly judges: readonly ModelCaller[];
  readonly learnedJudges: LearnedJudges;
  readonly images: ImageStore;
  readonly clock: Clock;
  /** Puts a record on disk and folds it into the state, in that order. */
  record(record: RunRecord): Promise<void>;
  /** Throws when the failure stops the whole run; returns when only this item is lost. */
  failed(error: unknown, caller: ModelCaller): void;
}

export interface PlayedItem {
  readonly session: RunSession;
  readonly item: WorkItem;
  readonly state: ItemState;
  readonly services: ItemServices;
  readonly signal: AbortSignal;
}

export async function playDialogue(played: PlayedItem): Promise<Dialogue> {
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

/** Does one step of an item. A failure that does not stop the run becomes the record that `failed` makes of it. */
export function playStep(
  { item, services, signal }: PlayedItem,
  caller: ModelCaller,
  step: string,
  work: StepWork<void>,
  failed: (record: Omit<FailedRecord, 'role'>, error: unknown) => FailedRecord,
  mayStop: (error: unknown) => boolean = () => true,
): Promise<void> {
  return caller.step({ item: item.key, step }, signal, async (call, soFar) => {
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
  const work: StepWork<void> = async (call, soFar) => {
    const showsImages = given.some(({ images = [] }) => images.length > 0);
    if (showsImages && !(soFar.decided[0] ??= tutor.metered.takesImages)) throw takesNoImages(tutor.endpoint);
    const outcome = await call({
      model: tutor.endpoint.model,
      system: plan.system,
      messages: await withImageContent(given, session.imagesOf(item.benchmark.id), services.images),
      ...plan.decoding,
      repeat: item.repeat,
      simulation: {
        seed: `${session.manifest.seed}/${item.key}/${turn}`,
        run: (random) => item.benchmark.simulateTutor(item.sample, turn, session.rulesFor(item.benchmark.id), random),
      },
    });
    const step = answeredStep(item, outcome, clock, soFar);
    await services.record({ kind: 'reply', ...step, turn, finish: outcome.reply.finish });
    outcome.remember();
  };
  // A sample that cannot be asked of this model says nothing about the run.
  const mayStop = (error: unknown): boolean =>
    !ProviderError.is(error, 'imagesRefused') && !ProviderError.is(error, 'refused');
  return playStep(played, tutor, `tutor ${turn}`, work, (record) => ({ ...record, role: 'tutor', turn }), mayStop);
}

/** Asks the student's model for its words before `turn`. It sees the dialogue from its own side and what this turn is to do. */
async function playStudent(played: PlayedItem, { plan, replies }: Dialogue, turn: number): Promise<void> {
  const { session, item, services } = played;
  const { student, clock } = services;
  const { modelledStudent } = plan;
  if (student === undefined || modelledStudent === undefined)
    throw new Error('The run names no model for the student.');
  // Without the tutor's last words, which go with the cue, and without the place of the words that are asked for.
  const said = messagesForTurn(plan, replies, turn).slice(plan.opening.length, -2);
  const heard = replies.at(-1)?.visible ?? '';
  const cue = modelledStudent.cues[turn - 1] ?? '';
  const request: ChatRequest = {
    model: student.endpoint.model,
    system: modelledStudent.system,
    messages: [
      // Its own first words come after the only message that both APIs need first: one from the other side.
      { role: 'user', content: 'Begin.' },
      ...said.map(({ role, content }): ChatMessage => ({ role: role === 'user' ? 'assistant' : 'user', content })),
      { role: 'user', content: cue === '' ? heard : `${heard}\n\n[${cue}]` },
    ],
    ...modelledStudent.decoding,
    repeat: item.repeat,
    simulation: {
      seed: `${session.manifest.seed}/${item.key}/student/${turn}`,
      run: (random) => modelledStudent.simulate(turn, random, heard),
    },
  };
  const work: StepWork<void> = async (call, soFar) => {
    const outcome = await call(request);
    const { text, finish, usage } = outcome.reply;
    if (finish === 'refusal' || visibleReply(text) === '') {
      const what = finish === 'refusal' ? 'refused to' : 'said nothing, and did not';
      const message = `The model that plays the student ${what} go on. Choose another one.`;
      throw new ProviderError(message, { failure: 'badResponse', provider: student.endpoint.provider.id, usage });
    }
    await services.record({ kind: 'student', ...answeredStep(item, outcome, clock, soFar), turn });
    outcome.remember();
  };
  return playStep(played, student, `student ${turn}`, work, (record) => ({ ...record, role: 'student', turn }));
}
