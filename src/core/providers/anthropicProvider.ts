import type { Anthropic } from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ChatMessage } from '../dialogue/message';
import { anthropicBatches } from './anthropicBatches';
import { readAnthropicReply } from './anthropicReply';
import { anthropicAddress } from './apiAddress';
import { loadImage, textWithAlternatives } from './imageSource';
import type { Effort } from './modelParameters';
import { tableAsOf } from './modelFacts';
import type { ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { withRoom } from './rateLimitHeaders';
import { processShapes, type RequestShape, type ShapeMemory, tokenCeiling } from './requestShape';
import { type SdkApi, SdkProvider, withOwnKey } from './sdkProvider';
import { strictSchema } from './strictSchema';

const { provider: id, title } = anthropicAddress;
const keyVariable = 'ANTHROPIC_API_KEY';

const api: SdkApi<Anthropic, Awaited<ReturnType<typeof anthropicMessages>>, ReturnType<typeof anthropicBody>> = {
  address: anthropicAddress,
  keyVariable,
  choices: { structured: ['schema', 'none'], tokenLimits: ['max_tokens'] },
  // Anthropic itself refuses a temperature since API version 2026-10-21, so it is not even tried there.
  initialShape: (official) => ({
    structured: 'schema',
    tokenLimit: 'max_tokens',
    temperature: !official,
    effort: true,
  }),
  connect: async ({ apiKey, baseUrl, official, timeoutMs, query, fetch }) => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    const client = new Client({
      apiKey,
      baseURL: baseUrl,
      timeout: timeoutMs,
      defaultQuery: query,
      maxRetries: 0,
      // The SDK would print prompts and replies when ANTHROPIC_LOG is set, and standard output is ours.
      logLevel: 'off',
      openTelemetry: false,
      // The SDK sends the key as a bearer token; compatible servers made for its older versions look here.
      ...(official ? {} : { defaultHeaders: { 'x-api-key': apiKey } }),
      fetch,
    });
    return { client, errors: Client };
  },
  messages: (request) => anthropicMessages(request, id),
  body: ({ request, messages, shape }) => anthropicBody(request, messages, shape),
  send: async (client, body, signal) => {
    const { data, response } = await client.messages.create(body, { signal }).withResponse();
    return withRoom(readAnthropicReply(data), response.headers);
  },
  batches: anthropicBatches,
  models: async function* (client, signal) {
    yield* await client.models.list({ limit: 1_000 }, { signal });
  },
};

/**
 * Messages of Anthropic or of a compatible server. The SDK is loaded with the first call. Throws `ProviderError` when
 * the key or the base URL cannot be used.
 */
export function createAnthropicProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new SdkProvider(api, options, shapes);
}

/** Anthropic as the registry lists it. */
export const anthropicEntry: ProviderEntry = {
  id,
  title,
  needsKey: true,
  keyVariable,
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  hasBatches: true,
  suggestions: { asOf: tableAsOf, models: ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5'] },
  create: (options) => createAnthropicProvider(withOwnKey(anthropicAddress, options)),
};

/**
 * The API version of the SDK has no temperature and answers 400 to one; compatible servers mostly speak the version
 * before and still take it.
 */
type AnthropicBody = MessageCreateParamsNonStreaming & { temperature?: number };

/** The messages of a request for Messages, with local images read. Throws `ProviderError` for an image. */
function anthropicMessages(request: ChatRequest, provider: string): Promise<MessageParam[]> {
  return Promise.all(
    request.messages.map((message, index) =>
      anthropicMessage(message, provider, index === 0 ? request.sharedStart : undefined),
    ),
  );
}

async function anthropicMessage(
  message: ChatMessage,
  provider: string,
  sharedStart: number | undefined,
): Promise<MessageParam> {
  if (message.role === 'assistant') return { role: 'assistant', content: textWithAlternatives(message) };
  if (message.images === undefined || message.images.length === 0) {
    const { content } = message;
    return { role: 'user', content: sharedStart === undefined ? content : inTwoBlocks(content, sharedStart) };
  }
  const blocks: ContentBlockParam[] = await Promise.all(
    message.images.map(async (image): Promise<ImageBlockParam> => {
      const source = await loadImage(image, provider);
      return source.kind === 'url'
        ? { type: 'image', source: { type: 'url', url: source.url } }
        : { type: 'image', source: { type: 'base64', media_type: source.mediaType, data: source.base64 } };
    }),
  );
  // The API refuses empty text blocks.
  if (message.content !== '') blocks.push({ type: 'text', text: message.content });
  return { role: 'user', content: blocks };
}

/** What other calls share ends with a mark of its own: the API caches whole blocks. */
function inTwoBlocks(content: string, sharedStart: number): ContentBlockParam[] {
  return [
    { type: 'text', text: content.slice(0, sharedStart), cache_control: { type: 'ephemeral' } },
    { type: 'text', text: content.slice(sharedStart) },
  ];
}

/** The body of one attempt in the given shape. */
function anthropicBody(request: ChatRequest, messages: MessageParam[], shape: RequestShape): AnthropicBody {
  return {
    ...request.extra,
    model: request.model,
    messages,
    max_tokens: tokenCeiling(request, shape),
    // The system prompt is what calls share: the tutor's own, or the fixed part of a judge's.
    ...(request.system === ''
      ? {}
      : { system: [{ type: 'text', text: request.system, cache_control: { type: 'ephemeral' } }] }),
    ...(shape.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(shape.effort && request.effort === 'none' ? { thinking: withoutThinking(request.model) } : {}),
    ...outputConfig(request, shape),
  };
}

/** Claude Sonnet 5.5 has no other way to leave out thinking before an answer; it refuses `disabled`. */
function withoutThinking(model: string): MessageCreateParamsNonStreaming['thinking'] {
  return model.startsWith('claude-sonnet-5-5') ? { type: 'between_tools' } : { type: 'disabled' };
}

/** Anthropic has no effort that means none at all, and none below low. */
const efforts: ReadonlyMap<Effort | undefined, Exclude<Effort, 'none' | 'minimal'>> = new Map([
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
  ['max', 'max'],
]);

function outputConfig(request: ChatRequest, shape: RequestShape): Pick<AnthropicBody, 'output_config'> {
  const effort = shape.effort ? efforts.get(request.effort) : undefined;
  // Without a strict form the API has none at all: the prompt's words must do.
  const wanted = request.schema === undefined || shape.structured !== 'schema' ? undefined : request.schema.json;
  const schema = wanted === undefined ? undefined : strictSchema(wanted, 'structureOnly');
  if (effort === undefined && schema === undefined) return {};
  return {
    output_config: {
      ...(effort === undefined ? {} : { effort }),
      ...(schema === undefined ? {} : { format: { type: 'json_schema', schema: { ...schema } } }),
    },
  };
}
