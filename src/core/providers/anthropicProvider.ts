import type { Anthropic } from '@anthropic-ai/sdk';
import { anthropicBody, anthropicMessages } from './anthropicRequest';
import { readAnthropicReply } from './anthropicReply';
import { usableApiKey } from './apiKey';
import { type ApiAddress, type ResolvedBaseUrl, resolveBaseUrl } from './baseUrl';
import type { CallContext } from './failureMessage';
import { negotiatedCall } from './negotiatedCall';
import type { ChatProvider, ChatReply, ChatRequest } from './provider';
import { defaultTimeoutMs, type ProviderEntry, type ProviderOptions } from './providerEntry';
import type { ShapeChoices } from './requestShape';
import { processShapes, type ShapeMemory } from './shapeMemory';

const id = 'anthropic';
const title = 'Anthropic';
const keyVariable = 'ANTHROPIC_API_KEY';

const address: ApiAddress = {
  provider: id,
  title,
  official: 'https://api.anthropic.com',
  defaultPath: '',
  surplus: /\/v1(\/messages)?$/,
};

const choices: ShapeChoices = { structured: ['schema', 'none'], tokenLimits: ['max_tokens'] };

class AnthropicProvider implements ChatProvider {
  readonly id = id;
  readonly simulated = false;
  readonly #options: ProviderOptions;
  readonly #baseUrl: ResolvedBaseUrl;
  readonly #apiKey: string;
  readonly #timeoutMs: number;
  readonly #shapes: ShapeMemory;
  #sdk: Promise<{ readonly client: Anthropic; readonly errors: typeof Anthropic }> | undefined;

  constructor(options: ProviderOptions, shapes: ShapeMemory) {
    this.#options = options;
    this.#baseUrl = resolveBaseUrl(address, options.baseUrl);
    this.#apiKey = usableApiKey(options.apiKey, { id, title, keyVariable, official: this.#baseUrl.official });
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#shapes = shapes;
  }

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const messages = await anthropicMessages(request, id);
    this.#sdk ??= this.#load();
    const { client, errors } = await this.#sdk;
    return negotiatedCall(
      {
        request,
        context: this.#context(request),
        errors,
        choices,
        // Anthropic itself refuses a temperature since API version 2026-10-21, so it is not even tried there.
        initial: { structured: 'schema', tokenLimit: 'max_tokens', temperature: !this.#baseUrl.official },
        memory: this.#shapes,
        send: async (shape, ending) => {
          const body = anthropicBody(request, messages, shape);
          return readAnthropicReply(await client.messages.create(body, { signal: ending }));
        },
      },
      signal,
    );
  }

  #context({ model, messages }: ChatRequest): CallContext {
    return {
      provider: id,
      title,
      model,
      baseUrl: this.#baseUrl.url,
      official: this.#baseUrl.official,
      keyVariable,
      timeoutMs: this.#timeoutMs,
      hasImages: messages.some(({ images = [] }) => images.length > 0),
      secrets: [this.#apiKey],
    };
  }

  async #load(): Promise<{ readonly client: Anthropic; readonly errors: typeof Anthropic }> {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    const client = new Client({
      apiKey: this.#apiKey,
      baseURL: this.#baseUrl.url,
      timeout: this.#timeoutMs,
      maxRetries: 0,
      // The SDK would print prompts and replies when ANTHROPIC_LOG is set, and standard output is ours.
      logLevel: 'off',
      openTelemetry: false,
      // The SDK sends the key as a bearer token; compatible servers made for its older versions look here.
      ...(this.#baseUrl.official ? {} : { defaultHeaders: { 'x-api-key': this.#apiKey } }),
      ...(this.#options.fetch === undefined ? {} : { fetch: this.#options.fetch }),
    });
    return { client, errors: Client };
  }
}

/**
 * Messages of Anthropic or of a compatible server. The SDK is loaded with the first call. Throws `ProviderError` when
 * the key or the base URL cannot be used.
 */
export function createAnthropicProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new AnthropicProvider(options, shapes);
}

export const anthropicEntry: ProviderEntry = {
  id,
  title,
  needsKey: true,
  keyVariable,
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  acceptsTemperature: false,
  suggestions: { asOf: '2026-11-21', models: ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5'] },
  create: (options) => createAnthropicProvider(options),
};
