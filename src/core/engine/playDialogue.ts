import { messagesForTurn, type Dialogue, type DialoguePlan } from '../dialogue/dialogue';
import { visibleReply } from '../dialogue/visibleReply';
import { type ChatRequest, ProviderError } from '../providers/provider';
import { answeredStep } from './answeredStep';
import { failedStep } from './failedStep';
import { withImageContent } from './imageContent';
import type { ItemServices } from './itemServices';
import type { RunSession } from './runSession';
import type { ItemState } from './itemState';
import { Suspended } from './batch/suspendedSteps';
import type { StepSoFar } from './runStep';
import { takesNoImages } from './takesNoImages';
import type { WorkItem } from './workItem';

/** Plays one item from wherever its records stand until it is complete or cannot go on. */
export async function playDialogue(
  session: RunSession,
  item: WorkItem,
  state: ItemState,
  services: ItemServices,
  signal: AbortSignal,
): Promise<Dialogue> {
  const plan = session.planOf(item);
  for (;;) {
    const dialogue = state.dialogue(plan);
    if (dialogue.status !== 'unfinished') return dialogue;
    const turn = state.replies.length + 1;
    const studentSpeaks = plan.modelledStudent !== undefined && turn > 1 && !state.studentWords.has(turn);
    if (studentSpeaks && services.student === undefined && session.lacksScores) return dialogue;
    if (studentSpeaks) await playStudent(session, item, dialogue, turn, services, signal);
    else await playTutor(session, item, dialogue, turn, services, signal);
  }
}

async function playTutor(
  session: RunSession,
  item: WorkItem,
  { plan, replies }: Dialogue,
  turn: number,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
  const { tutor, clock } = services;
  const lost = async (error: unknown, soFar: Readonly<StepSoFar>): Promise<void> => {
    await services.record({ ...failedStep(item, error, clock, soFar), role: 'tutor', turn });
  };
  const given = messagesForTurn(plan, replies, turn);
  await tutor.step({ item: item.key, step: `tutor ${turn}` }, signal, async (call, soFar) => {
    const showsImages = given.some(({ images = [] }) => images.length > 0);
    if (showsImages && !(soFar.decided[0] ??= tutor.metered.takesImages)) {
      await lost(takesNoImages(tutor.endpoint), soFar);
      return;
    }
    const messages = await withImageContent(given, session.imagesOf(item.benchmark.id), services.images);
    try {
      const outcome = await call(tutorRequest(session, item, plan, messages, turn, tutor.endpoint.model));
      const step = answeredStep(item, outcome, clock, soFar);
      await services.record({ kind: 'reply', ...step, turn, finish: outcome.reply.finish });
      outcome.remember();
    } catch (error) {
      if (Suspended.is(error)) throw error;
      // A sample that cannot be asked of this model says nothing about the run.
      if (!ProviderError.is(error, 'imagesRefused') && !ProviderError.is(error, 'refused'))
        services.failed(error, tutor);
      await lost(error, soFar);
    }
  });
}

function tutorRequest(
  session: RunSession,
  item: WorkItem,
  plan: DialoguePlan,
  messages: ChatRequest['messages'],
  turn: number,
  model: string,
): ChatRequest {
  return {
    model,
    system: plan.system,
    messages,
    ...plan.decoding,
    repeat: item.repeat,
    simulation: {
      seed: `${session.manifest.seed}/${item.key}/${turn}`,
      run: (random) => item.benchmark.simulateTutor(item.sample, turn, session.rulesFor(item.benchmark.id), random),
    },
  };
}

/** Asks the student's model for its words before `turn`. It sees the dialogue from its own side and what this turn is to do. */
async function playStudent(
  session: RunSession,
  item: WorkItem,
  { plan, replies }: Dialogue,
  turn: number,
  services: ItemServices,
  signal: AbortSignal,
): Promise<void> {
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
      ...said.map(({ role, content }) => ({
        role: role === 'user' ? ('assistant' as const) : ('user' as const),
        content,
      })),
      { role: 'user', content: cue === '' ? heard : `${heard}\n\n[${cue}]` },
    ],
    ...modelledStudent.decoding,
    repeat: item.repeat,
    simulation: {
      seed: `${session.manifest.seed}/${item.key}/student/${turn}`,
      run: (random) => modelledStudent.simulate(turn, random, heard),
    },
  };
  await student.step({ item: item.key, step: `student ${turn}` }, signal, async (call, soFar) => {
    try {
      const outcome = await call(request);
      const isRefusal = outcome.reply.finish === 'refusal';
      if (isRefusal || visibleReply(outcome.reply.text) === '') {
        const provider = student.endpoint.provider.id;
        const what = isRefusal ? 'refused to' : 'said nothing, and did not';
        throw new ProviderError(`The model that plays the student ${what} go on. Choose another one.`, {
          failure: 'badResponse',
          provider,
          usage: outcome.reply.usage,
        });
      }
      await services.record({ kind: 'student', ...answeredStep(item, outcome, clock, soFar), turn });
      outcome.remember();
    } catch (error) {
      if (Suspended.is(error)) throw error;
      services.failed(error, student);
      await services.record({ ...failedStep(item, error, clock, soFar), role: 'student', turn });
    }
  });
}
