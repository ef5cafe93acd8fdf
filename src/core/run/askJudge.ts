import * as z from 'zod';
import type { JudgePrompt, JudgeTask } from '../benchmark/judging/judgeTask';
import { readAnswer } from '../benchmark/judging/readAnswer';
import type { Verdict, VerdictSlot } from '../benchmark/judging/verdict';
import type { ChatMessage } from '../providers/message';
import { type JsonSchema, ProviderError, type TokenUsage } from '../providers/provider';
import type { JudgedRecord } from '../store/runRecord';
import { addUsage, type CallOutcome, type ModelCall } from './runStep';

const maxAttempts = 3;
const usualOutputTokens = 2_048;

type Recorded =
  'verdicts' | 'attempts' | 'calls' | 'cached' | 'retries' | 'model' | 'form' | 'refused' | 'withoutImages';

export interface JudgeAnswer extends Pick<JudgedRecord, Recorded> {
  usage?: TokenUsage | undefined;
  /** Earlier answers were paid for; they are in the other members. */
  failure?: { readonly error: unknown };
}

export interface JudgeAccess {
  readonly model: string;
  readonly call: ModelCall;
  /** Seed of a simulated judge's random draws. */
  readonly seed: string;
  takesImages(): boolean;
}

/** Sends an unreadable answer back with its problems, at most twice. Missing verdicts are `unscored`. */
export async function askJudge(task: JudgeTask, access: JudgeAccess): Promise<JudgeAnswer> {
  const found = new Map<string, Verdict>();
  const answer: JudgeAnswer = { verdicts: [], attempts: [], calls: 0, cached: 0, retries: 0 };
  const { attempts } = answer;
  let prompt: JudgePrompt = task.prompt;
  let followUp: readonly ChatMessage[] = [];
  while (attempts.length < maxAttempts) {
    let outcome: CallOutcome;
    try {
      outcome = await send(task, access, answer, prompt, followUp);
    } catch (error) {
      if (!ProviderError.is(error, 'refused')) return { ...answer, failure: { error } };
      answer.usage = addUsage(answer.usage, error.usage);
      answer.calls += 1;
      answer.refused = true;
      attempts.push({ text: '', problem: error.message });
      break;
    }
    count(answer, outcome);
    const { text, finish } = outcome.reply;
    if (finish === 'refusal') {
      attempts.push({ text, problem: 'The judge refused to answer.' });
      answer.refused = true;
      break;
    }
    const expected = task.slots.filter((slot) => !found.has(slotKey(slot)));
    const reading = readAnswer(task, prompt.material, text, attempts.length === 0 ? undefined : expected);
    if (reading.kind !== 'unreadable') {
      outcome.remember();
      for (const verdict of reading.verdicts) found.set(slotKey(verdict), verdict);
    }
    if (task.slots.every((slot) => found.has(slotKey(slot)))) {
      attempts.push({ text });
      break;
    }
    const cut = finish === 'length' ? ' The answer was cut off at the token limit.' : '';
    const problem =
      (reading.kind === 'verdicts' ? 'Some of the verdicts asked for are missing.' : reading.problem) + cut;
    attempts.push({ text, problem });
    if (reading.kind === 'partial') prompt = reading.remaining;
    followUp = reading.kind === 'partial' ? [] : complaint(text, problem);
  }
  const unscored = { status: 'unscored', problem: whyUnscored(attempts) } as const;
  const verdicts = task.slots.map((slot) => found.get(slotKey(slot)) ?? { ...slot, ...unscored });
  return { ...answer, verdicts };
}

/** Sends the prompt again without its images where the model refuses them. */
async function send(
  task: JudgeTask,
  access: JudgeAccess,
  answer: JudgeAnswer,
  prompt: JudgePrompt,
  followUp: readonly ChatMessage[],
): Promise<CallOutcome> {
  const { fixed: system, shared } = prompt;
  const seed = `${access.seed}/${answer.attempts.length}`;
  const ask = (): Promise<CallOutcome> => {
    answer.withoutImages = hasImages(prompt) && !access.takesImages() ? true : undefined;
    return access.call({
      model: access.model,
      system,
      messages: [...opening(prompt, answer.withoutImages !== true), ...followUp],
      sharedEnds: shared === undefined ? [] : [{ message: 0, characters: shared }],
      temperature: 0,
      maxOutputTokens: task.maxOutputTokens ?? usualOutputTokens,
      schema: { name: task.schema.name, json: jsonSchemaOf(task.schema.zod) },
      repeat: 0,
      simulation: { seed, run: (random) => task.simulate(random) },
    });
  };
  return ask().catch((error: unknown) => {
    if (!ProviderError.is(error, 'imagesRefused') || answer.withoutImages === true) throw error;
    return ask();
  });
}

function count(answer: JudgeAnswer, { reply, cached, retries }: CallOutcome): void {
  if (cached) answer.cached += 1;
  else {
    answer.calls += 1;
    answer.usage = addUsage(answer.usage, reply.usage);
  }
  answer.retries += retries;
  answer.model = reply.model ?? answer.model;
  answer.form = reply.sent ?? answer.form;
}

function whyUnscored(attempts: JudgeAnswer['attempts']): string {
  const last = attempts.at(-1)?.problem ?? 'The judge gave no verdict.';
  return attempts.length > 1 ? `No readable verdict after ${attempts.length} attempts. ${last}` : last;
}

export function slotKey(slot: VerdictSlot): string {
  return `${slot.judge}|${slot.turn ?? ''}|${slot.criterionId ?? ''}`;
}

function hasImages({ images = [] }: JudgePrompt): boolean {
  return images.length > 0;
}

const imagesMissing =
  'The images of this task cannot be shown to you; where the material describes them, go by the description.';

function opening(prompt: JudgePrompt, withImages: boolean): readonly ChatMessage[] {
  const { material, question, images } = prompt;
  const below = [question ?? [], hasImages(prompt) && !withImages ? imagesMissing : []].flat();
  const content = [material, ...below].join('\n\n');
  return [{ role: 'user', content, ...(hasImages(prompt) && withImages ? { images } : {}) }];
}

function complaint(text: string, problem: string): readonly ChatMessage[] {
  // Some servers refuse an empty assistant message. A very long one only repeats the fault.
  const shown = text.trim() === '' ? '(no text)' : text.slice(0, 4_000);
  const content = `That answer could not be read: ${problem} Give the same judgement again as one complete JSON object of the shape described, with nothing before or after it.`;
  return [
    { role: 'assistant', content: shown },
    { role: 'user', content },
  ];
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** Judges share a schema over all samples. Of thousands of calls in a batch, each would hold a copy of its own. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const json = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input' });
  jsonSchemas.set(schema, json);
  return json;
}
