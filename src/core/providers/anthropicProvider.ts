import type { Anthropic } from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { sum } from '../statistics/sum';
import { anthropicAddress } from './apiAddress';
import { cutAtMarks, marksOf } from './cacheMarks';
import type { CallContext } from './failureMessage';
import { imageSource, textWithAlternatives } from './imageSource';
import type { ChatMessage } from './message';
import type { BatchOutcome, ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { readAnthropicReply } from './readReply';
import { processShapes, type RequestShape, sentForm, type ShapeMemory } from './requestShape';
import type { SdkBatches, SentBody } from './sdkBatches';
import { batchIdOf, failedOutcome, parsedLines, readBatch, readOutcome } from './sdkBatches';
import { statusFailure } from './sdkFailure';
import { type SdkApi, sdkEntry, SdkProvider } from './sdkProvider';
import { strictSchema } from './strictSchema';

/** A batch has 100,000 calls at most, so a far larger number is no count. */
const count = z.number().nonnegative().max(1_000_000).catch(0);
const batchSchema = z.object({
  processing_status: z.string(),
  archived_at: z.string().nullish().catch(undefined),
  request_counts: z
    .object({ succeeded: count, errored: count, canceled: count, expired: count })
    .nullish()
    .catch(undefined),
});

const lineSchema = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.unknown() }),
    z.object({ type: z.literal('errored'), error: z.unknown() }),
    z.object({ type: z.literal('canceled') }),
    z.object({ type: z.literal('expired') }),
  ]),
});

/** Statuses that single calls get with these errors. Results of batches have the types only. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);
const typedError = z.object({ type: z.string() });

const anthropicBatches: SdkBatches<Anthropic> = {
  // The API takes 100,000 calls in 256 MB. The body is one text in memory, so it is kept small.
  limits: { maxCalls: 100_000, maxBytes: 8_000_000 },

  async submit({ client, signal }, bodies) {
    const requests = Array.from(bodies, ({ id, body }) => ({
      custom_id: id,
      params: body as MessageCreateParamsNonStreaming,
    }));
    return batchIdOf(await client.messages.batches.create({ requests }, { signal }));
  },

  async poll({ client, signal }, batchId) {
    const batch = readBatch(batchSchema, await client.messages.batches.retrieve(batchId, {}, { signal }));
    if (typeof batch.archived_at === 'string') return { phase: 'gone' };
    const done = sum(Object.values(batch.request_counts ?? {}));
    return { phase: batch.processing_status === 'ended' ? 'ended' : 'open', done };
  },

  async *results({ client, signal, context }, batchId) {
    // The SDK's method would send the key to an address from the answer, and stops at a damaged line.
    const response = await client
      .get(`/v1/messages/batches/${encodeURIComponent(batchId)}/results`, {
        signal,
        headers: { Accept: 'application/x-jsonl' },
      })
      .asResponse();
    for await (const { custom_id: id, result } of parsedLines(response, lineSchema))
      yield { id, outcome: outcomeOf(result, context) };
  },

  cancel: ({ client, signal }, batchId) => client.messages.batches.cancel(batchId, {}, { signal }),
};

function outcomeOf(result: z.infer<typeof lineSchema>['result'], context: CallContext): BatchOutcome {
  switch (result.type) {
    case 'expired':
      return { kind: 'expired' };
    case 'canceled':
      return { kind: 'cancelled' };
    case 'errored':
      return failedOutcome(statusFailure(statusOf(result.error), result.error), context);
    case 'succeeded':
      return readOutcome(readAnthropicReply, result.message, context);
  }
}

/** Reads the type inside the body, which the API wraps as for single calls. */
function statusOf(body: unknown): number {
  const inner = z.object({ error: typedError }).safeParse(body).data?.error ?? typedError.safeParse(body).data;
  return statuses.get(inner?.type ?? '') ?? 500;
}

const { provider: id } = anthropicAddress;

/** The SDK's API version has no temperature and answers 400 to one. Most compatible servers still take it. */
type AnthropicBody = MessageCreateParamsNonStreaming & { temperature?: number };

const api: SdkApi<Anthropic, AnthropicBody> = {
  address: anthropicAddress,
  keyVariable: 'ANTHROPIC_API_KEY',
  choices: { structured: ['schema', 'none'], tokenLimits: ['max_tokens'] },
  // Anthropic refuses a temperature since API version 2026-10-21, so none is sent there.
  initialShape: (official) => ({
    structured: 'schema',
    tokenLimit: 'max_tokens',
    temperature: !official,
    effort: true,
  }),
  connect: async (options, official) => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    // The SDK sends the key as a bearer token, but older compatible servers look in `x-api-key`.
    const older = official ? {} : { defaultHeaders: { 'x-api-key': options.apiKey } };
    return { client: new Client({ ...options, ...older, openTelemetry: false }), errors: Client };
  },
  body: anthropicBody,
  send: async (client, body, signal) => readAnthropicReply(await client.messages.create(body, { signal })),
  batches: anthropicBatches,
  models: async function* (client, signal) {
    yield* await client.models.list({ limit: 1_000 }, { signal });
  },
};

/** Messages of Anthropic or of a compatible server. Throws `ProviderError` for an unusable key or base URL. */
export function createAnthropicProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new SdkProvider(api, options, shapes);
}

export const anthropicEntry: ProviderEntry = sdkEntry(api, 'ANTHROPIC_BASE_URL', [
  'claude-haiku-5-5',
  'claude-sonnet-5-5',
  'claude-opus-5-5',
]);

function anthropicBody(request: ChatRequest, shape: RequestShape): SentBody<AnthropicBody> {
  const form = sentForm(request, shape);
  // Anthropic has no effort below low, and says none at all in another member.
  const effort = form.effort === 'minimal' ? 'low' : form.effort;
  // Only a strict form exists. Without one, the prompt has to ask for the format.
  const schema =
    request.schema === undefined || shape.structured !== 'schema'
      ? undefined
      : strictSchema(request.schema.json, 'structureOnly');
  const level = effort === undefined || effort === 'none' ? {} : { effort };
  const format = schema === undefined ? {} : { format: { type: 'json_schema' as const, schema: { ...schema } } };
  const config = { ...level, ...format };
  const isSonnet55 = request.model.startsWith('claude-sonnet-5-5');
  const body: AnthropicBody = {
    ...request.extra,
    model: request.model,
    messages: request.messages.map((message, index) => anthropicMessage(message, marksOf(request, index))),
    max_tokens: form.maxOutputTokens,
    // Calls share the system prompt: the tutor's, or the fixed part of a judge's.
    ...(request.system === ''
      ? {}
      : { system: [{ type: 'text', text: request.system, cache_control: { type: 'ephemeral' } }] }),
    ...(form.temperature === undefined ? {} : { temperature: form.temperature }),
    // Claude Sonnet 5.5 refuses `disabled`; this is the only way to leave thinking out.
    ...(effort === 'none' && { thinking: { type: isSonnet55 ? 'between_tools' : 'disabled' } as const }),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
  };
  const structured = schema === undefined ? 'none' : 'schema';
  return { body, sent: { ...form, effort, ...(request.schema === undefined ? {} : { structured }) } };
}

function anthropicMessage(message: ChatMessage, marks: readonly number[]): MessageParam {
  const { role, content, images = [] } = message;
  if (role === 'assistant') return { role, content: textWithAlternatives(message) };
  if (images.length === 0 && marks.length === 0) return { role, content };
  // The part that calls share ends with its own cache mark, because the API caches whole blocks.
  if (images.length === 0)
    return {
      role,
      content: cutAtMarks(content, marks).map(({ text, isMarked }) => ({
        type: 'text',
        text,
        ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}),
      })),
    };
  const blocks: ContentBlockParam[] = images.map((image): ImageBlockParam => {
    const source = imageSource(image, id);
    return source.kind === 'url'
      ? { type: 'image', source: { type: 'url', url: source.url } }
      : { type: 'image', source: { type: 'base64', media_type: source.mediaType, data: source.base64 } };
  });
  // The API refuses empty text blocks.
  if (content !== '') blocks.push({ type: 'text', text: content });
  return { role, content: blocks };
}
