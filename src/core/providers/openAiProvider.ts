import type { OpenAI } from 'openai';
import { usableApiKey } from './apiKey';
import { type ApiAddress, type ResolvedBaseUrl, resolveBaseUrl } from './baseUrl';
import type { CallContext } from './failureMessage';
import { negotiatedCall } from './negotiatedCall';
import { openAiBody, openAiMessages } from './openAiRequest';
import { readOpenAiReply } from './openAiReply';
import type { ChatProvider, ChatReply, ChatRequest } from './provider';
import { defaultTimeoutMs, type ProviderEntry, type ProviderOptions } from './providerEntry';
import type { RequestShape, ShapeChoices } from './requestShape';
import { processShapes, type ShapeMemory } from './shapeMemory';

const id = 'openai';
const title = 'OpenAI';
const keyVariable = 'OPENAI_API_KEY';

const address: ApiAddress = {
  provider: id,
  title,
  official: 'https://api.openai.com/v1',
  defaultPath: '/v1',
  surplus: /\/chat\/completions$/,
};

const choices: ShapeChoices = {
  structured: ['schema', 'object', 'none'],
  tokenLimits: ['max_completion_tokens', 'max_tokens'],
};

class OpenAiProvider implements ChatProvider {
  readonly id = id;
  readonly simulated = false;
  readonly #options: ProviderOptions;
  readonly #baseUrl: ResolvedBaseUrl;
  readonly #apiKey: string;
  readonly #timeoutMs: number;
  readonly #shapes: ShapeMemory;
  #sdk: Promise<{ readonly client: OpenAI; readonly errors: typeof OpenAI }> | undefined;

  constructor(options: ProviderOptions, shapes: ShapeMemory) {
    this.#options = options;
    this.#baseUrl = resolveBaseUrl(address, options.baseUrl);
    this.#apiKey = usableApiKey(options.apiKey, { id, title, keyVariable, official: this.#baseUrl.official });
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#shapes = shapes;
  }

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const messages = await openAiMessages(request, id);
    this.#sdk ??= this.#load();
    const { client, errors } = await this.#sdk;
    return negotiatedCall(
      {
        request,
        context: this.#context(request),
        errors,
        choices,
        initial: this.#initialShape(),
        memory: this.#shapes,
        send: async (shape, ending) => {
          const body = openAiBody(request, messages, shape);
          return readOpenAiReply(await client.chat.completions.create(body, { signal: ending }));
        },
      },
      signal,
    );
  }

  /** Older local servers do not know `max_completion_tokens` and, worse, ignore it. */
  #initialShape(): RequestShape {
    const tokenLimit = this.#baseUrl.official ? 'max_completion_tokens' : 'max_tokens';
    return { structured: 'schema', tokenLimit, temperature: true };
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

  async #load(): Promise<{ readonly client: OpenAI; readonly errors: typeof OpenAI }> {
    const { OpenAI: Client } = await import('openai');
    const client = new Client({
      apiKey: this.#apiKey,
      baseURL: this.#baseUrl.url,
      timeout: this.#timeoutMs,
      maxRetries: 0,
      // The SDK would print prompts and replies when OPENAI_LOG is set, and standard output is ours.
      logLevel: 'off',
      // Names of an OpenAI account are no business of another server.
      ...(this.#baseUrl.official ? {} : { organization: null, project: null }),
      ...(this.#options.fetch === undefined ? {} : { fetch: this.#options.fetch }),
    });
    return { client, errors: Client };
  }
}

/**
 * Chat Completions of OpenAI or of a compatible server (Ollama, llama.cpp, LM Studio, vLLM). The SDK is loaded with the
 * first call. Throws `ProviderError` when the key or the base URL cannot be used.
 */
export function createOpenAiProvider(options: ProviderOptions, shapes: ShapeMemory = processShapes): ChatProvider {
  return new OpenAiProvider(options, shapes);
}

/** OpenAI's models of earlier years that take text only. */
const blindModels = /^(?:gpt-3\.5|gpt-4(?:-0\d{3}|-32k|$)|o1-mini|o1-preview|o3-mini|davinci|babbage)/;

export const openAiEntry: ProviderEntry = {
  id,
  title,
  needsKey: true,
  keyVariable,
  baseUrlVariable: 'OPENAI_BASE_URL',
  acceptsTemperature: true,
  takesImages: (model) => (blindModels.test(model) ? false : undefined),
  suggestions: {
    asOf: '2026-11-21',
    models: ['gpt-4.1-mini', 'gpt-4.1', 'gpt-4o-mini', 'gpt-6-luna', 'gpt-6.1-sol'],
  },
  create: (options) => createOpenAiProvider(options),
};
