import type { OpenAI } from 'openai';
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { openAiAddress } from './apiAddress';
import { imageSource, textWithAlternatives } from './imageSource';
import type { ChatMessage } from './message';
import { openAiBatches } from './openAiBatches';
import type { ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { withRoom } from './rateLimitHeaders';
import { readOpenAiReply } from './readReply';
import { processShapes, type RequestShape, sentForm, type ShapeMemory } from './requestShape';
import type { SentBody } from './sdkBatches';
import { type SdkApi, sdkEntry, SdkProvider } from './sdkProvider';
import { strictSchema } from './strictSchema';

const { provider: id } = openAiAddress;

const api: SdkApi<OpenAI, ChatCompletionCreateParamsNonStreaming> = {
  address: openAiAddress,
  keyVariable: 'OPENAI_API_KEY',
  choices: {
    structured: ['schema', 'object', 'none'],
    tokenLimits: ['max_completion_tokens', 'max_tokens'],
  },
  // Older local servers do not know `max_completion_tokens` and, worse, ignore it.
  initialShape: (official) => ({
    structured: 'schema',
    tokenLimit: official ? 'max_completion_tokens' : 'max_tokens',
    temperature: true,
    effort: true,
  }),
  connect: async (options, official) => {
    const { OpenAI: Client } = await import('openai');
    // Names of an OpenAI account are no business of another server.
    const unnamed = official ? {} : { organization: null, project: null };
    return { client: new Client({ ...options, ...unnamed }), errors: Client };
  },
  body: openAiBody,
  send: async (client, body, signal) => {
    const { data, response } = await client.chat.completions.create(body, { signal }).withResponse();
    return withRoom(readOpenAiReply(data), response.headers);
  },
  batches: openAiBatches,
  models: async function* (client, signal) {
    yield* await client.models.list({ signal });
  },
};

/**
 * Chat Completions of OpenAI or of a compatible server (Ollama, llama.cpp, LM Studio, vLLM). Throws `ProviderError` when the key or the
 * base URL cannot be used.
 */
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
  const messages = request.messages.map(openAiMessage);
  const body = {
    ...request.extra,
    model: request.model,
    // `system` and not `developer`: compatible servers know no other, and OpenAI reads it as `developer` where it must.
    messages: request.system === '' ? messages : [{ role: 'system' as const, content: request.system }, ...messages],
    [shape.tokenLimit]: sent.maxOutputTokens,
    temperature: sent.temperature,
    reasoning_effort: sent.effort,
    response_format: responseFormat(request, shape),
  };
  return { body, sent };
}

function openAiMessage(message: ChatMessage): ChatCompletionMessageParam {
  if (message.role === 'assistant') return { role: 'assistant', content: textWithAlternatives(message) };
  if (message.images === undefined || message.images.length === 0) return { role: 'user', content: message.content };
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
