import { type ApiAddress, isOfficial, resolveBaseUrl } from './apiAddress';
import { boundedFetch, ownServerFetch } from './boundedFetch';
import { startDeadline } from './callDeadline';
import { type CallContext, failureKind, toProviderError } from './failureMessage';
import { cleanReply, secretCutter } from './keyTraces';
import { type ListedModel, readListedModels } from './listedModel';
import type { BatchApi, ChatProvider, ChatReply, ChatRequest, ProviderFailure } from './provider';
import { ProviderError } from './provider';
import { defaultTimeoutMs, type ProviderEntry, type ProviderOptions } from './providerEntry';
import { fallbackShape, processShapes, type RequestShape, type ShapeChoices, type ShapeMemory } from './requestShape';
import { during, type OpenCall, sdkBatchApi, type SdkBatches, type SentBody } from './sdkBatches';
import { readSdkFailure, type SdkErrorClasses, type SdkFailure } from './sdkFailure';

const fixedOptions = {
  /** The longest timer in Node, because calls have their own time limit. */
  timeout: 2 ** 31 - 1,
  maxRetries: 0,
  /** An environment variable could make the SDKs print prompts and replies to our standard output. */
  logLevel: 'off',
} as const;

type ClientOptions = typeof fixedOptions &
  Readonly<{ apiKey: string; baseURL: string; defaultQuery: Record<string, string>; fetch: typeof fetch }>;

export interface SdkApi<Client, Body extends object> {
  readonly address: ApiAddress;
  readonly keyVariable: string;
  readonly choices: ShapeChoices;
  initialShape(official: boolean): RequestShape;
  /** Loads the SDK, which is large. `official`: for the provider's own address. */
  connect(
    options: ClientOptions,
    official: boolean,
  ): Promise<{ readonly client: Client; readonly errors: SdkErrorClasses }>;
  /** Throws `ProviderError` for an image that cannot be sent. */
  body(request: ChatRequest, shape: RequestShape): SentBody<Body>;
  /** Sends the request once. Throws the SDK's errors or `AnswerError`. */
  send(client: Client, body: Body, signal: AbortSignal): Promise<ChatReply>;
  readonly batches: SdkBatches<Client>;
  models(client: Client, signal: AbortSignal): AsyncIterable<unknown>;
}

const listTimeoutMs = 10_000;
/** Handing over thousands of calls takes as long as some ten single replies. */
const batchTimeoutFactor = 10;
const aboutForm: ReadonlySet<ProviderFailure> = new Set(['badRequest', 'tooLarge', 'imagesRefused']);

export class SdkProvider<Client, Body extends object> implements ChatProvider {
  readonly id: string;
  readonly simulated = false;
  readonly batches: BatchApi;
  readonly #api: SdkApi<Client, Body>;
  readonly #options: ClientOptions;
  readonly #timeoutMs: number;
  readonly #shapes: ShapeMemory;
  readonly #cut: (text: string) => string;
  readonly #told: Omit<CallContext, 'model' | 'hasImages' | 'timeoutMs'>;
  #sdk: ReturnType<SdkApi<Client, Body>['connect']> | undefined;

  /** Throws `ProviderError` for an unusable key or base URL. */
  constructor(api: SdkApi<Client, Body>, options: ProviderOptions, shapes: ShapeMemory) {
    const { access } = options;
    const { name: id, title, query } = access?.connection ?? { ...api.address, name: api.address.provider, query: {} };
    const resolved = resolveBaseUrl(api.address, options.baseUrl);
    if (typeof resolved === 'string')
      throw new ProviderError(resolved, { failure: 'badRequest', provider: api.address.provider });
    const { url: baseUrl, official } = resolved;
    const needsKey = access?.connection.needsKey ?? official;
    const advice = keyAdvice(access === undefined ? api.keyVariable : access.connection.keyVariable);
    const apiKey = usableApiKey(options.apiKey, needsKey, { provider: id, title, advice });
    // Looked up at each call, so that a replaced global `fetch` takes effect.
    const own = ownServerFetch(options.fetch ?? ((...call) => fetch(...call)), {
      apiKey: access?.connection.needsKey === false ? undefined : apiKey,
      official: official && access === undefined,
      keyHeader: access?.connection.keyHeader,
      headers: access?.headers,
    });
    const hasNone = !needsKey && options.apiKey.trim() === '';
    const secrets = [apiKey, ...(access?.secrets ?? [])];
    const server = access === undefined ? `The ${title}-compatible server` : title;
    this.id = id;
    this.#api = api;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const fetched = { defaultQuery: { ...query }, fetch: boundedFetch(own, options.bodyLimits) };
    this.#options = { ...fixedOptions, apiKey, baseURL: baseUrl, ...fetched };
    this.#shapes = shapes;
    this.#cut = secretCutter(secrets);
    this.#told = {
      provider: id,
      title,
      location: official ? title : `${server} at ${baseUrl}`,
      baseUrl,
      official,
      ...(hasNone ? keyless(access !== undefined) : { keyFinding: 'refused the key', keyAdvice: advice }),
      secrets,
    };
    this.batches = sdkBatchApi(api.batches, {
      // Servers only say that they take no images after receiving some.
      open: (model, signal) => this.#open(this.#context(model, true, batchTimeoutFactor * this.#timeoutMs), signal),
      // Batches cannot negotiate the form, so they do without marks, which a server may refuse.
      body: (request) => api.body(request, { ...this.#shapeFor(request), cacheMarks: false }),
      cut: this.#cut,
    });
  }

  /** One call within one time limit, repeated only if the server refuses its form and there is another. */
  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const hasImages = request.messages.some(({ images = [] }) => images.length > 0);
    const context = this.#context(request.model, hasImages, request.timeoutMs);
    const known = this.#shapeFor(request);
    const tried = new Set<string>();
    return during(await this.#open(context, signal), async (call) => {
      for (let shape = known; ;) {
        const { body, sent } = this.#api.body(request, shape);
        try {
          const reply = cleanReply(await this.#api.send(call.client, body, call.signal), this.#cut);
          // A call given up at the last moment must not succeed.
          call.signal.throwIfAborted();
          // A shape that worked at once is not stored again: another call may have found a newer one meanwhile.
          if (shape !== known) this.#shapes.remember(context.baseUrl, request, shape);
          return { ...reply, sent };
        } catch (error) {
          const failure = call.failureOf(error);
          tried.add(JSON.stringify(shape));
          const mayHelp = failure.kind === 'status' && aboutForm.has(failureKind(failure, context));
          const next = mayHelp ? fallbackShape(shape, failure, request, this.#api.choices) : undefined;
          if (next === undefined || tried.has(JSON.stringify(next))) throw error;
          shape = next;
        }
      }
    });
  }

  async models(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const call = await this.#open(this.#context('its list of models', false, listTimeoutMs), signal);
    return during(call, ({ client, signal: ending }) => readListedModels(this.#api.models(client, ending)));
  }

  async #open(context: CallContext, signal: AbortSignal): Promise<OpenCall<Client>> {
    const { client, errors } = await (this.#sdk ??= this.#api.connect(this.#options, this.#told.official));
    const deadline = startDeadline(signal, context.timeoutMs);
    const failureOf = (error: unknown): SdkFailure => readSdkFailure(error, errors, deadline.ended());
    return {
      client,
      signal: deadline.signal,
      context,
      failureOf,
      // A call without a possible form already throws its own error.
      errorOf: (error) => (ProviderError.is(error) ? error : toProviderError(failureOf(error), context, error)),
      close: () => deadline.dispose(),
    };
  }

  #shapeFor(request: ChatRequest): RequestShape {
    const { baseUrl, official } = this.#told;
    return this.#shapes.get(baseUrl, request) ?? this.#api.initialShape(official);
  }

  #context(model: string, hasImages: boolean, timeoutMs = this.#timeoutMs): CallContext {
    return { ...this.#told, model, hasImages, timeoutMs };
  }
}

/** A registry entry. Its key goes to its own server only, unless a connection says otherwise. */
export function sdkEntry<Client, Body extends object>(
  api: SdkApi<Client, Body>,
  baseUrlVariable: string,
  suggestions: readonly string[],
): ProviderEntry {
  const { address, keyVariable } = api;
  return {
    id: address.provider,
    title: address.title,
    needsKey: true,
    keyVariable,
    baseUrlVariable,
    hasBatches: true,
    suggestions,
    create: (options) => {
      const apiKey = isOfficial(address, options.baseUrl) ? options.apiKey : '';
      return new SdkProvider(api, { ...options, apiKey }, processShapes);
    },
  };
}

/** The key to send, or the placeholder that SDKs require. Throws `ProviderError` (`auth`), which never quotes it. */
function usableApiKey(
  given: string,
  isNeeded: boolean,
  { provider, title, advice }: Readonly<Record<'provider' | 'title' | 'advice', string>>,
): string {
  const key = given.trim();
  if (key === '' && !isNeeded) return 'no-key';
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const wrong =
    key === ''
      ? `${title} needs a key.`
      : `The key for ${title} has spaces or characters that no key has; it was probably copied with something else.`;
  throw new ProviderError(`${wrong} ${advice}`, { failure: 'auth', provider });
}

function keyAdvice(keyVariable: string | undefined): string {
  return keyVariable === undefined
    ? 'Run Set API Key; for the command line, add “keyVariable” to the connection and export that variable.'
    : `Run Set API Key or export ${keyVariable}.`;
}

/** For a server that asks for a key and got none. */
const keyless = (isConnection: boolean) => ({
  keyFinding: 'asks for a key',
  keyAdvice: isConnection
    ? 'The connection has none: set its “needsKey” to true and run Set API Key, or set its “keyVariable”.'
    : 'No key was sent, because a key goes to its own provider only. Make this server a connection with a key of its own.',
});
