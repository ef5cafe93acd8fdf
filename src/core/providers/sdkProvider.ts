import { usableApiKey } from './apiKey';
import { type ApiAddress, resolveBaseUrl } from './baseUrl';
import type { CallContext } from './failureMessage';
import { negotiatedCall } from './negotiatedCall';
import type { ChatProvider, ChatReply, ChatRequest } from './provider';
import { defaultTimeoutMs, type ProviderOptions } from './providerEntry';
import type { RequestShape, ShapeChoices } from './requestShape';
import type { SdkErrorClasses } from './sdkFailure';
import type { ShapeMemory } from './shapeMemory';

/** What an SDK's client is made with. */
export interface SdkConnection {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Whether `baseUrl` is the provider's own address. */
  readonly official: boolean;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch | undefined;
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
  send(
    client: Client,
    call: { readonly request: ChatRequest; readonly messages: Messages; readonly shape: RequestShape },
    signal: AbortSignal,
  ): Promise<ChatReply>;
}

/** A provider behind an SDK, which is loaded with the first call. */
export class SdkProvider<Client, Messages> implements ChatProvider {
  readonly id: string;
  readonly simulated = false;
  readonly #api: SdkApi<Client, Messages>;
  readonly #connection: SdkConnection;
  readonly #shapes: ShapeMemory;
  #sdk: ReturnType<SdkApi<Client, Messages>['connect']> | undefined;

  /** Throws `ProviderError` when the key or the base URL cannot be used. */
  constructor(api: SdkApi<Client, Messages>, options: ProviderOptions, shapes: ShapeMemory) {
    const { provider: id, title } = api.address;
    this.id = id;
    this.#api = api;
    const { url: baseUrl, official } = resolveBaseUrl(api.address, options.baseUrl);
    const apiKey = usableApiKey(options.apiKey, { id, title, keyVariable: api.keyVariable, official });
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#connection = { apiKey, baseUrl, official, timeoutMs, fetch: options.fetch };
    this.#shapes = shapes;
  }

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const messages = await this.#api.messages(request);
    this.#sdk ??= this.#api.connect(this.#connection);
    const { client, errors } = await this.#sdk;
    return negotiatedCall(
      {
        request,
        context: this.#context(request),
        errors,
        choices: this.#api.choices,
        initial: this.#api.initialShape(this.#connection.official),
        memory: this.#shapes,
        send: (shape, ending) => this.#api.send(client, { request, messages, shape }, ending),
      },
      signal,
    );
  }

  #context({ model, messages }: ChatRequest): CallContext {
    const { baseUrl, official, timeoutMs, apiKey } = this.#connection;
    return {
      provider: this.id,
      title: this.#api.address.title,
      model,
      baseUrl,
      official,
      keyVariable: this.#api.keyVariable,
      timeoutMs,
      hasImages: messages.some(({ images = [] }) => images.length > 0),
      secrets: [apiKey],
    };
  }
}
