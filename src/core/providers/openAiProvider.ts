import type { OpenAI } from 'openai';
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatMessage } from '../dialogue/message';
import { openAiAddress } from './apiAddress';
import { loadImage, textWithAlternatives } from './imageSource';
import { tableAsOf } from './modelFacts';
import { openAiBatches } from './openAiBatches';
import { readOpenAiReply } from './openAiReply';
import type { ChatProvider, ChatRequest } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { withRoom } from './rateLimitHeaders';
import { processShapes, type RequestShape, type ShapeMemory, tokenCeiling } from './requestShape';
import { type SdkApi, SdkProvider, withOwnKey } from './sdkProvider';
import { strictSchema } from './strictSchema';

const { provider: id, title } = openAiAddress;
const keyVariable = 'OPENAI_API_KEY';

const api: SdkApi<OpenAI, Awaited<ReturnType<typeof openAiMessages>>, ReturnType<typeof openAiBody>> = {
  address: openAiAddress,
  keyVariable,
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
  connect: async ({ apiKey, baseUrl, official, timeoutMs, query, fetch }) => {
    const { OpenAI: Client } = await import('openai');
    const client = new Client({
      apiKey,
      baseURL: baseUrl,
      timeout: timeoutMs,
      defaultQuery: query,
      maxRetries: 0,
      // The SDK would print prompts and replies when OPENAI_LOG is set, and standard output is ours.
      logLevel: 'off',
      // Names of an OpenAI account are no business of another server.
      ...(official ? {} : { organization: null, project: null }),
      fetch,
    });
    return { client, errors: Client };
  },
  messages: (request) => openAiMessages(request, id),
  body: ({ request, messages, shape }) => openAiBody(request, messages, shape),
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
 * Chat Completions of OpenAI or of a compatible server (Ollama, llama.cpp, LM Studio, vLLM). The SDK is loaded with the
 * first call. Throws `ProviderError` when the key or the base URL cannot be used.
 */
export function createOpenAiProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new SdkProvider(api, options, shapes);
}

/** OpenAI as the registry lists it. */
export const openAiEntry: ProviderEntry = {
  id,
  title,
  needsKey: true,
  keyVariable,
  baseUrlVariable: 'OPENAI_BASE_URL',
  hasBatches: true,
  suggestions: { asOf: tableAsOf, models: ['gpt-6-luna', 'gpt-6.1-terra', 'gpt-6.2-sol'] },
  create: (options) => createOpenAiProvider(withOwnKey(openAiAddress, options)),
};

/** The messages of a request for Chat Completions, with local images read. Throws `ProviderError` for an image. */
async function openAiMessages(request: ChatRequest, provider: string): Promise<ChatCompletionMessageParam[]> {
  const messages = await Promise.all(request.messages.map((message) => openAiMessage(message, provider)));
  // `system` and not `developer`: compatible servers know no other, and OpenAI reads it as `developer` where it must.
  return request.system === '' ? messages : [{ role: 'system', content: request.system }, ...messages];
}

async function openAiMessage(message: ChatMessage, provider: string): Promise<ChatCompletionMessageParam> {
  if (message.role === 'assistant') return { role: 'assistant', content: textWithAlternatives(message) };
  if (message.images === undefined || message.images.length === 0) return { role: 'user', content: message.content };
  const images = await Promise.all(
    message.images.map(async (image): Promise<ChatCompletionContentPart> => {
      const source = await loadImage(image, provider);
      const url = source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.base64}`;
      return { type: 'image_url', image_url: { url } };
    }),
  );
  return { role: 'user', content: [{ type: 'text', text: message.content }, ...images] };
}

/** The body of one attempt in the given shape. */
function openAiBody(
  request: ChatRequest,
  messages: ChatCompletionMessageParam[],
  shape: RequestShape,
): ChatCompletionCreateParamsNonStreaming {
  return {
    ...request.extra,
    model: request.model,
    messages,
    [shape.tokenLimit]: tokenCeiling(request, shape),
    ...(shape.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(shape.effort && request.effort !== undefined ? { reasoning_effort: request.effort } : {}),
    ...responseFormat(request, shape),
  };
}

function responseFormat(
  request: ChatRequest,
  shape: RequestShape,
): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  if (request.schema === undefined || shape.structured === 'none') return {};
  if (shape.structured === 'object') return { response_format: { type: 'json_object' } };
  const strict = strictSchema(request.schema.json, 'bounds');
  return {
    response_format: {
      type: 'json_schema',
      json_schema: {
        // The API takes letters, digits, underscore and dash, at most 64.
        name: request.schema.name.replace(/[^\w-]/g, '_').slice(0, 64),
        schema: { ...(strict ?? request.schema.json) },
        strict: strict !== undefined,
      },
    },
  };
}
