import { usableApiKey } from './apiKey';
import { type ApiAddress, resolveBaseUrl } from './baseUrl';
import { boundedFetch } from './boundedFetch';
import type { BatchApi } from './batchApi';
import type { CallContext } from './failureMessage';
import { KeyTraces } from './keyTraces';
import { negotiatedCall } from './negotiatedCall';
import { ownServerFetch } from './ownServerFetch';
import type { ChatProvider, ChatReply, ChatRequest } from './provider';
import { defaultTimeoutMs, type ProviderOptions } from './providerEntry';
import type { RequestShape, ShapeChoices } from './requestShape';
import { SdkBatchApi, type SdkBatches } from './sdkBatches';
import type { SdkErrorClasses } from './sdkFailure';
import type { ShapeMemory } from './shapeMemory';
import { withoutKey } from './withoutKey';

/** What an SDK's client is made with. */
export interface SdkConnection {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Whether `baseUrl` is the provider's own address. */
  readonly official: boolean;
  /** Of the SDK itself: longer than any call, which has a time limit of its own. */
  readonly timeoutMs: number;
  /** Ends bodies at their limit, asks this server alone, and sends no headers of the environment. */
  readonly fetch: typeof fetch;
}

/** What one API has of its own; `Client` is its SDK's client, `Messages` its form of the messages. */
export interface SdkApi<Client, Messages> {
  /** Also has the provider's id and title. */
  readonly address: ApiAddress;
  readonly keyVariable: string;
  readonly choices: ShapeChoices;
  /** Where to start when nothing is known of a server. */
  initialShape(official: boolean): RequestShape;
  /** Loads the SDK, which is large, and makes a client that neither repeats a call nor logs. */
  connect(connection: SdkConnection): Promise<{ readonly client: Client; readonly errors: SdkErrorClasses }>;
  /** Throws `ProviderError` for an image that cannot be sent. */
  messages(request: ChatRequest): Promise<Messages>;
  /** Sends the request once. Throws the SDK's errors or `UnreadableReplyError`. */
  send(client: Client, call: ShapedCall<Messages>, signal: AbortSignal): Promise<ChatReply>;
  /** What `send` would send. */
  body(call: ShapedCall<Messages>): object;
  readonly batches: SdkBatches<Client>;
}

/** A request in one of the forms that a server may take. */
export interface ShapedCall<Messages> {
  readonly request: ChatRequest;
  readonly messages: Messages;
  readonly shape: RequestShape;
}

/** The longest that a timer of Node's can be: some 24 days. */
const longestTimeoutMs = 2 ** 31 - 1;

/** A provider behind an SDK, which is loaded with the first call. */
export class SdkProvider<Client, Messages> implements ChatProvider {
  readonly id: string;
  readonly simulated = false;
  readonly batches: BatchApi;
  readonly #api: SdkApi<Client, Messages>;
  readonly #connection: SdkConnection;
  readonly #timeoutMs: number;
  readonly #shapes: ShapeMemory;
  readonly #traces: KeyTraces;
  #sdk: ReturnType<SdkApi<Client, Messages>['connect']> | undefined;

  /** Throws `ProviderError` when the key or the base URL cannot be used. */
  constructor(api: SdkApi<Client, Messages>, options: ProviderOptions, shapes: ShapeMemory) {
    const { provider: id, title } = api.address;
    this.id = id;
    this.#api = api;
    const { url: baseUrl, official } = resolveBaseUrl(api.address, options.baseUrl);
    const apiKey = usableApiKey(options.apiKey, { id, title, keyVariable: api.keyVariable, official });
    // Looked up at each call, as whoever replaces the global one expects.
    const own = ownServerFetch(options.fetch ?? ((...call) => fetch(...call)), { apiKey, official });
    const bounded = boundedFetch(own, options.bodyLimits);
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#connection = { apiKey, baseUrl, official, timeoutMs: longestTimeoutMs, fetch: bounded };
    this.#shapes = shapes;
    const traces = (this.#traces = new KeyTraces(apiKey));
    this.batches = new SdkBatchApi(api.batches, {
      connect: () => this.#connect(),
      // Nothing is negotiated inside a batch.
      body: async (request) =>
        api.body({ request, messages: await api.messages(request), shape: this.#shapeFor(request.model) }),
      // A server says that it takes no images only where it was sent some.
      context: (model) => this.#context(model, true),
      traces,
    });
  }

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const messages = await this.#api.messages(request);
    const { client, errors } = await this.#connect();
    return negotiatedCall(
      {
        request,
        context: this.#context(
          request.model,
          request.messages.some(({ images = [] }) => images.length > 0),
          request.timeoutMs,
        ),
        errors,
        choices: this.#api.choices,
        initial: this.#api.initialShape(this.#connection.official),
        memory: this.#shapes,
        send: async (shape, ending) =>
          withoutKey(await this.#api.send(client, { request, messages, shape }, ending), this.#traces),
      },
      signal,
    );
  }

  #connect(): ReturnType<SdkApi<Client, Messages>['connect']> {
    return (this.#sdk ??= this.#api.connect(this.#connection));
  }

  #shapeFor(model: string): RequestShape {
    const { baseUrl, official } = this.#connection;
    return this.#shapes.recall(baseUrl, model) ?? this.#api.initialShape(official);
  }

  #context(model: string, hasImages: boolean, timeoutMs = this.#timeoutMs): CallContext {
    const { baseUrl, official, apiKey } = this.#connection;
    return {
      provider: this.id,
      title: this.#api.address.title,
      model,
      baseUrl,
      official,
      keyVariable: this.#api.keyVariable,
      timeoutMs,
      hasImages,
      secrets: [apiKey],
    };
  }
}
