import type { Anthropic } from '@anthropic-ai/sdk';
import { anthropicBatches } from './anthropicBatches';
import { anthropicBody, anthropicMessages } from './anthropicRequest';
import { readAnthropicReply } from './anthropicReply';
import { anthropicAddress } from './apiAddresses';
import { withOwnKey } from './apiKey';
import { tableAsOf } from './modelTable';
import { withRoom } from './withRoom';
import type { ChatProvider } from './provider';
import type { ProviderEntry, ProviderOptions } from './providerEntry';
import { type SdkApi, SdkProvider } from './sdkProvider';
import { processShapes, type ShapeMemory } from './shapeMemory';

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
