import type { OpenAI } from 'openai';
import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import * as z from 'zod';
import { sum } from '../statistics/sum';
import { sha256 } from '../text/sha256';
import { openAiAddress } from './apiAddress';
import { cutAtMarks, marksOf, sharedStart } from './cacheMarks';
import { type CallContext, toProviderError } from './failureMessage';
import { imageSource, textWithAlternatives } from './imageSource';
import type { ChatMessage } from './message';
import { rowOf } from './modelFacts';
import type { BatchOutcome, ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { readOpenAiReply } from './readReply';
import { processShapes, type RequestShape, sentForm, type ShapeMemory } from './requestShape';
import type { BatchedBody, SdkBatches, SentBody } from './sdkBatches';
import { batchIdOf, failedOutcome, parsedLines, readBatch, readOutcome } from './sdkBatches';
import { type SdkFailure, statusFailure } from './sdkFailure';
import { type SdkApi, sdkEntry, SdkProvider } from './sdkProvider';
import { strictSchema } from './strictSchema';

const name = z.string().nullish().catch(undefined);
/** A batch has 50,000 calls at most, so a far larger number is no count. */
const count = z.number().nonnegative().max(1_000_000).catch(0);
const said = z.object({ code: name, message: name });
const batchSchema = z.object({
  status: z.string(),
  output_file_id: name,
  error_file_id: name,
  request_counts: z.object({ completed: count, failed: count }).nullish().catch(undefined),
  errors: z
    .object({ data: z.array(said).nullish() })
    .nullish()
    .catch(undefined),
});

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number().int().min(100).max(599), body: z.unknown() }).nullish(),
  error: said.nullish(),
});

const ended: ReadonlySet<string> = new Set(['completed', 'expired', 'cancelled']);
const pieceLength = 262_144;

const openAiBatches: SdkBatches<OpenAI> = {
  // The API takes 50,000 calls in 200 MB. The file is in memory while it uploads, so it is kept small.
  limits: { maxCalls: 50_000, maxBytes: 8_000_000 },

  async submit({ client, signal }, bodies) {
    const file = await client.files.create({ file: fileOf(bodies), purpose: 'batch' }, { signal });
    const batch = await client.batches.create(
      { input_file_id: batchIdOf(file), endpoint: '/v1/chat/completions', completion_window: '24h' },
      { signal },
    );
    return batchIdOf(batch);
  },

  async poll({ client, signal, context }, batchId) {
    const batch = readBatch(batchSchema, await client.batches.retrieve(batchId, { signal }));
    if (batch.status === 'failed') return { phase: 'refused', error: toProviderError(refusalOf(batch), context) };
    const done = sum(Object.values(batch.request_counts ?? {}));
    return { phase: ended.has(batch.status) ? 'ended' : 'open', done };
  },

  async *results({ client, signal, context }, batchId) {
    const batch = readBatch(batchSchema, await client.batches.retrieve(batchId, { signal }));
    // Answers come first, so that a model with one answer does not look like one that never answers.
    for (const file of [batch.output_file_id, batch.error_file_id]) {
      if (file === undefined || file === null || file === '') continue;
      for await (const line of parsedLines(await client.files.content(file, { signal }), lineSchema))
        yield { id: line.custom_id, outcome: outcomeOf(line, context) };
    }
  },

  cancel: ({ client, signal }, batchId) => client.batches.cancel(batchId, { signal }),
};

/** Encodes lines as they come, so that memory holds the file and one piece of text. */
function fileOf(calls: Iterable<BatchedBody>): File {
  const pieces: Blob[] = [];
  let text = '';
  for (const { id, body } of calls) {
    text += `${JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body })}\n`;
    if (text.length < pieceLength) continue;
    pieces.push(new Blob([text]));
    text = '';
  }
  return new File([...pieces, text], 'calls.jsonl', { type: 'application/jsonl' });
}

function refusalOf({ errors }: z.infer<typeof batchSchema>): SdkFailure {
  const [first] = errors?.data ?? [];
  const code = first?.code ?? undefined;
  const text = first?.message ?? 'The batch was refused without a reason.';
  // The account's queue of tokens is full; that passes as batches end.
  return {
    kind: 'status',
    status: code === 'token_limit_exceeded' ? 429 : 400,
    text,
    signs: code === undefined ? [] : [code],
  };
}

function outcomeOf({ response, error }: z.infer<typeof lineSchema>, context: CallContext): BatchOutcome {
  if (error?.code === 'batch_expired') return { kind: 'expired' };
  if (error?.code === 'batch_cancelled') return { kind: 'cancelled' };
  if (response === undefined || response === null)
    return failedOutcome({ kind: 'badResponse', text: error?.message ?? 'neither an answer nor a reason' }, context);
  const { status_code: status, body } = response;
  return status >= 400
    ? failedOutcome(statusFailure(status, body), context)
    : readOutcome(readOpenAiReply, body, context);
}

const { provider: id } = openAiAddress;

const api: SdkApi<OpenAI, ChatCompletionCreateParamsNonStreaming> = {
  address: openAiAddress,
  keyVariable: 'OPENAI_API_KEY',
  choices: {
    structured: ['schema', 'object', 'none'],
    tokenLimits: ['max_completion_tokens', 'max_tokens'],
  },
  // Older local servers ignore `max_completion_tokens` without an error.
  initialShape: (official) => ({
    structured: 'schema',
    tokenLimit: official ? 'max_completion_tokens' : 'max_tokens',
    temperature: true,
    effort: true,
    // Other servers may refuse members of the body that they do not know.
    cacheMarks: official,
  }),
  connect: async (options, official) => {
    const { OpenAI: Client } = await import('openai');
    // Other servers must not see names of an OpenAI account.
    const unnamed = official ? {} : { organization: null, project: null };
    return { client: new Client({ ...options, ...unnamed }), errors: Client };
  },
  body: openAiBody,
  send: async (client, body, signal) => readOpenAiReply(await client.chat.completions.create(body, { signal })),
  batches: openAiBatches,
  models: async function* (client, signal) {
    yield* await client.models.list({ signal });
  },
};

/** Chat Completions of OpenAI or a compatible server. Throws `ProviderError` for an unusable key or base URL. */
export function createOpenAiProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new SdkProvider(api, options, shapes);
}

export const openAiEntry: ProviderEntry = sdkEntry(api, 'OPENAI_BASE_URL', [
  'gpt-6-luna',
  'gpt-6.1-terra',
  'gpt-6.2-sol',
]);

function openAiBody(request: ChatRequest, shape: RequestShape): SentBody<ChatCompletionCreateParamsNonStreaming> {
  const sent = sentForm(request, shape);
  // By itself OpenAI would cache each call whole, which no other call reads, and charge for writing it.
  const isMarked = shape.cacheMarks === true && rowOf(request.model)?.cacheMarks === true;
  const messages = request.messages.map((message, index) =>
    openAiMessage(message, isMarked ? marksOf(request, index) : []),
  );
  const content = isMarked ? markedParts(request.system, [request.system.length]) : request.system;
  const body = {
    ...(isMarked ? { prompt_cache_options: { mode: 'explicit' as const } } : {}),
    // Without a key, GPT-5.6 and later find fewer starts. The hash keeps calls with one start together.
    ...(isMarked ? { prompt_cache_key: sha256(sharedStart(request)).slice(0, 32) } : {}),
    ...request.extra,
    model: request.model,
    // Compatible servers only know `system`, and OpenAI reads it as `developer` where needed.
    messages: request.system === '' ? messages : [{ role: 'system' as const, content }, ...messages],
    [shape.tokenLimit]: sent.maxOutputTokens,
    temperature: sent.temperature,
    reasoning_effort: sent.effort,
    response_format: responseFormat(request, shape),
  };
  return { body, sent };
}

function markedParts(text: string, marks: readonly number[]): ChatCompletionContentPartText[] {
  return cutAtMarks(text, marks).map(({ text: part, isMarked }) => ({
    type: 'text',
    text: part,
    ...(isMarked ? { prompt_cache_breakpoint: { mode: 'explicit' } } : {}),
  }));
}

function openAiMessage(message: ChatMessage, marks: readonly number[]): ChatCompletionMessageParam {
  if (message.role === 'assistant') return { role: 'assistant', content: textWithAlternatives(message) };
  if (message.images === undefined || message.images.length === 0)
    return { role: 'user', content: marks.length === 0 ? message.content : markedParts(message.content, marks) };
  const images = message.images.map((image): ChatCompletionContentPart => {
    const source = imageSource(image, id);
    const url = source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.base64}`;
    return { type: 'image_url', image_url: { url } };
  });
  return { role: 'user', content: [{ type: 'text', text: message.content }, ...images] };
}

function responseFormat(
  { schema }: ChatRequest,
  { structured }: RequestShape,
): ChatCompletionCreateParamsNonStreaming['response_format'] {
  if (schema === undefined || structured === 'none') return undefined;
  if (structured === 'object') return { type: 'json_object' };
  const strict = strictSchema(schema.json, 'bounds');
  return {
    type: 'json_schema',
    json_schema: {
      // The API takes letters, digits, underscore and dash, at most 64.
      name: schema.name.replace(/[^\w-]/g, '_').slice(0, 64),
      schema: { ...(strict ?? schema.json) },
      strict: strict !== undefined,
    },
  };
}
