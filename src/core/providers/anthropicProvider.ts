import type { Anthropic } from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { anthropicBatches } from './anthropicBatches';
import { anthropicAddress } from './apiAddress';
import { imageSource, textWithAlternatives } from './imageSource';
import type { ChatMessage } from './message';
import type { ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { withRoom } from './rateLimitHeaders';
import { readAnthropicReply } from './readReply';
import { processShapes, type RequestShape, sentForm, type ShapeMemory } from './requestShape';
import type { SentBody } from './sdkBatches';
import { type SdkApi, sdkEntry, SdkProvider } from './sdkProvider';
import { strictSchema } from './strictSchema';

const { provider: id } = anthropicAddress;

/**
 * The API version of the SDK has no temperature and answers 400 to one; compatible servers mostly speak the version
 * before and still take it.
 */
type AnthropicBody = MessageCreateParamsNonStreaming & { temperature?: number };

const api: SdkApi<Anthropic, AnthropicBody> = {
  address: anthropicAddress,
  keyVariable: 'ANTHROPIC_API_KEY',
  choices: { structured: ['schema', 'none'], tokenLimits: ['max_tokens'] },
  // Anthropic itself refuses a temperature since API version 2026-10-21, so it is not even tried there.
  initialShape: (official) => ({
    structured: 'schema',
    tokenLimit: 'max_tokens',
    temperature: !official,
    effort: true,
  }),
  connect: async (options, official) => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    // The SDK sends the key as a bearer token; compatible servers made for its older versions look here.
    const older = official ? {} : { defaultHeaders: { 'x-api-key': options.apiKey } };
    return { client: new Client({ ...options, ...older, openTelemetry: false }), errors: Client };
  },
  body: anthropicBody,
  send: async (client, body, signal) => {
    const { data, response } = await client.messages.create(body, { signal }).withResponse();
    return withRoom(readAnthropicReply(data), response.headers);
  },
  batches: anthropicBatches,
  models: async function* (client, signal) {
    yield* await client.models.list({ limit: 1_000 }, { signal });
  },
};

/** Messages of Anthropic or of a compatible server. Throws `ProviderError` when the key or the base URL cannot be used. */
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
  // Without a strict form the API has none at all: the prompt's words must do.
  const schema =
    request.schema === undefined || shape.structured !== 'schema'
      ? undefined
      : strictSchema(request.schema.json, 'structureOnly');
  const level = effort === undefined || effort === 'none' ? {} : { effort };
  const format = schema === undefined ? {} : { format: { type: 'json_schema' as const, schema: { ...schema } } };
  const config = { ...level, ...format };
  const body: AnthropicBody = {
    ...request.extra,
    model: request.model,
    messages: request.messages.map((message, index) =>
      anthropicMessage(message, index === 0 ? request.sharedStart : undefined),
    ),
    max_tokens: form.maxOutputTokens,
    // The system prompt is what calls share: the tutor's own, or the fixed part of a judge's.
    ...(request.system === ''
      ? {}
      : { system: [{ type: 'text', text: request.system, cache_control: { type: 'ephemeral' } }] }),
    ...(form.temperature === undefined ? {} : { temperature: form.temperature }),
    ...(effort === 'none' ? { thinking: withoutThinking(request.model) } : {}),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
  };
  const structured = schema === undefined ? 'none' : 'schema';
  return { body, sent: { ...form, effort, ...(request.schema === undefined ? {} : { structured }) } };
}

/** Claude Sonnet 5.5 has no other way to leave out thinking before an answer; it refuses `disabled`. */
function withoutThinking(model: string): MessageCreateParamsNonStreaming['thinking'] {
  return model.startsWith('claude-sonnet-5-5') ? { type: 'between_tools' } : { type: 'disabled' };
}

function anthropicMessage(message: ChatMessage, sharedStart: number | undefined): MessageParam {
  const { role, content, images = [] } = message;
  if (role === 'assistant') return { role, content: textWithAlternatives(message) };
  if (images.length === 0) {
    return { role, content: sharedStart === undefined ? content : inTwoBlocks(content, sharedStart) };
  }
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

/** What other calls share ends with a mark of its own: the API caches whole blocks. */
function inTwoBlocks(content: string, sharedStart: number): ContentBlockParam[] {
  return [
    { type: 'text', text: content.slice(0, sharedStart), cache_control: { type: 'ephemeral' } },
    { type: 'text', text: content.slice(sharedStart) },
  ];
}
