import type { OpenAI } from 'openai';
import { openAiAddress } from './apiAddresses';
import { withOwnKey } from './apiKey';
import { tableAsOf } from './modelTable';
import { openAiBatches } from './openAiBatches';
import { openAiBody, openAiMessages } from './openAiRequest';
import { readOpenAiReply } from './openAiReply';
import { withRoom } from './withRoom';
import type { ChatProvider } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { type SdkApi, SdkProvider } from './sdkProvider';
import { processShapes, type ShapeMemory } from './shapeMemory';

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
