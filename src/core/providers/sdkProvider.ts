import { type ApiAddress, isOfficial, resolveBaseUrl } from './apiAddress';
import {
  type BatchApi,
  type ChatProvider,
  type ChatReply,
  type ChatRequest,
  ProviderError,
  type ProviderFailure,
  type SentForm,
} from './provider';
import { boundedFetch } from './boundedFetch';
import { startDeadline } from './callDeadline';
import { type CallContext, failureKind, toProviderError } from './failureMessage';
import { SecretTraces, withoutKey } from './keyTraces';
import { type ListedModel, readListedModels } from './listedModel';
import { type Effort, efforts } from './modelParameters';
import { ownServerFetch } from './ownServerFetch';
import { defaultTimeoutMs, type ProviderOptions } from './providerEntry';
import { fallbackShape, type RequestShape, type ShapeChoices, type ShapeMemory, tokenCeiling } from './requestShape';
import { SdkBatchApi, type SdkBatches } from './sdkBatches';
import { readSdkFailure, type SdkErrorClasses } from './sdkFailure';

/** What an SDK's client is made with. */
export interface SdkConnection {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Whether `baseUrl` is the provider's own address. */
  readonly official: boolean;
  /** Of the SDK itself: longer than any call, which has a time limit of its own. */
  readonly timeoutMs: number;
  /** Added to each address. */
  readonly query: Readonly<Record<string, string>>;
  /** Ends bodies at their limit, asks this server alone, and sends no headers of the environment. */
  readonly fetch: typeof fetch;
}

/** What one API has of its own; `Client` is its SDK's client, `Messages` its form of the messages, `Body` that of a request. */
export interface SdkApi<Client, Messages, Body extends object> {
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
  body(call: ShapedCall<Messages>): Body;
  /** Sends the request once. Throws the SDK's errors, `StatusError` or `UnreadableReplyError`. */
  send(client: Client, body: Body, signal: AbortSignal): Promise<ChatReply>;
  readonly batches: SdkBatches<Client>;
  /** The server's list, a model a line, over all its pages. */
  models(client: Client, signal: AbortSignal): AsyncIterable<unknown>;
}

/** A request in one of the forms that a server may take. */
interface ShapedCall<Messages> {
  readonly request: ChatRequest;
  readonly messages: Messages;
  readonly shape: RequestShape;
}

/** A list is short: a server that is there sends it at once. */
const listTimeoutMs = 10_000;
/** The longest that a timer of Node's can be: some 24 days. */
const longestTimeoutMs = 2 ** 31 - 1;

/** A provider behind an SDK, which is loaded with the first call. */
export class SdkProvider<Client, Messages, Body extends object> implements ChatProvider {
  readonly id: string;
  readonly simulated = false;
  readonly batches: BatchApi;
  readonly #api: SdkApi<Client, Messages, Body>;
  readonly #connection: SdkConnection;
  readonly #timeoutMs: number;
  readonly #shapes: ShapeMemory;
  readonly #traces: SecretTraces;
  /** What a message says of every call. */
  readonly #told: Omit<CallContext, 'model' | 'hasImages' | 'timeoutMs'>;
  #sdk: ReturnType<SdkApi<Client, Messages, Body>['connect']> | undefined;

  /** Throws `ProviderError` when the key or the base URL cannot be used. */
  constructor(api: SdkApi<Client, Messages, Body>, options: ProviderOptions, shapes: ShapeMemory) {
    const { access } = options;
    const id = (this.id = access?.connection.name ?? api.address.provider);
    const title = access?.connection.title ?? api.address.title;
    this.#api = api;
    const { url: baseUrl, official } = resolveBaseUrl(api.address, options.baseUrl);
    const needsKey = access?.connection.needsKey ?? official;
    const advice = keyAdvice(access === undefined ? api.keyVariable : access.connection.keyVariable);
    const isKeyless = !needsKey && options.apiKey.trim() === '';
    const apiKey = usableApiKey(options.apiKey, { id, title, needsKey, advice });
    // Looked up at each call, as whoever replaces the global one expects.
    const own = ownServerFetch(options.fetch ?? ((...call) => fetch(...call)), {
      apiKey: access?.connection.needsKey === false ? undefined : apiKey,
      official: official && access === undefined,
      keyHeader: access?.connection.keyHeader,
      headers: access?.headers,
    });
    const bounded = boundedFetch(own, options.bodyLimits);
    const query = access?.connection.query ?? {};
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#connection = { apiKey, baseUrl, official, timeoutMs: longestTimeoutMs, query, fetch: bounded };
    this.#shapes = shapes;
    const secrets = [apiKey, ...(access?.secrets ?? [])];
    const traces = (this.#traces = new SecretTraces(secrets));
    this.#told = {
      provider: id,
      title,
      place: official
        ? title
        : access === undefined
          ? `The ${title}-compatible server at ${baseUrl}`
          : `${title} at ${baseUrl}`,
      baseUrl,
      official,
      keyAdvice: isKeyless ? keylessAdvice : advice,
      secrets,
    };
    this.batches = new SdkBatchApi(api.batches, {
      connect: () => this.#connect(),
      // Nothing is negotiated inside a batch.
      body: async (request) => {
        const call = { request, messages: await api.messages(request), shape: this.#shapeFor(request) };
        const body = api.body(call);
        return { body, sent: sentForm(call, body) };
      },
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
        send: async (shape, ending) => {
          const call = { request, messages, shape };
          const body = this.#api.body(call);
          const reply = withoutKey(await this.#api.send(client, body, ending), this.#traces);
          return { ...reply, sent: sentForm(call, body) };
        },
      },
      signal,
    );
  }

  async models(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const { client, errors } = await this.#connect();
    const deadline = startDeadline(signal, listTimeoutMs);
    try {
      return await readListedModels(this.#api.models(client, deadline.signal));
    } catch (error) {
      const context = this.#context('its list of models', false, listTimeoutMs);
      throw toProviderError(readSdkFailure(error, errors, deadline.ended(), Date.now()), context, error);
    } finally {
      deadline.dispose();
    }
  }

  #connect(): ReturnType<SdkApi<Client, Messages, Body>['connect']> {
    return (this.#sdk ??= this.#api.connect(this.#connection));
  }

  #shapeFor(request: ChatRequest): RequestShape {
    const { baseUrl, official } = this.#connection;
    return this.#shapes.recall(baseUrl, request) ?? this.#api.initialShape(official);
  }

  #context(model: string, hasImages: boolean, timeoutMs = this.#timeoutMs): CallContext {
    return { ...this.#told, model, hasImages, timeoutMs };
  }
}

/** Anthropic has fewer efforts than may be asked for. */
function sentEffort(body: object): Effort | undefined {
  const config = 'output_config' in body ? body.output_config : undefined;
  const named = typeof config === 'object' && config !== null && 'effort' in config ? config.effort : undefined;
  return efforts.find((effort) => effort === named);
}

/** Read off the body, as not every schema has a form that an API takes. */
function sentForm({ request, shape }: ShapedCall<unknown>, body: object): SentForm {
  const config = 'output_config' in body ? Object.keys(body.output_config ?? {}) : [];
  const hasFormat = 'response_format' in body || config.includes('format');
  // Anthropic is told of no effort at all in another member.
  const hasEffort = 'reasoning_effort' in body || 'thinking' in body || config.includes('effort');
  return {
    maxOutputTokens: tokenCeiling(request, shape),
    ...('temperature' in body ? { temperature: request.temperature } : {}),
    ...(hasEffort ? { effort: sentEffort(body) ?? request.effort } : {}),
    ...(request.schema === undefined ? {} : { structured: hasFormat ? shape.structured : 'none' }),
  };
}

/** One call as a provider prepares it. */
export interface NegotiatedCall {
  readonly request: ChatRequest;
  readonly context: CallContext;
  readonly errors: SdkErrorClasses;
  readonly choices: ShapeChoices;
  /** Where to start when nothing is remembered. */
  readonly initial: RequestShape;
  readonly memory: ShapeMemory;
  /** Sends the request once. Throws the SDK's errors or `UnreadableReplyError`. */
  send(shape: RequestShape, signal: AbortSignal): Promise<ChatReply>;
}

/** A used-up credit has the same status and code as a parameter that is not known. */
const aboutForm: ReadonlySet<ProviderFailure> = new Set(['badRequest', 'tooLarge', 'imagesRefused']);

/**
 * Makes one call, repeated only where the server refuses the form of the request and another form exists; that is not
 * a retry, since nothing was answered. One time limit holds for all of it. Throws `ProviderError` and nothing else.
 */
export async function negotiatedCall(call: NegotiatedCall, signal: AbortSignal): Promise<ChatReply> {
  const { request, context, memory } = call;
  const deadline = startDeadline(signal, context.timeoutMs);
  const tried = new Set<string>();
  try {
    const known = memory.recall(context.baseUrl, request) ?? call.initial;
    let shape = known;
    for (;;) {
      try {
        const reply = await call.send(shape, deadline.signal);
        // What worked at once may be older than what another call has found out meanwhile.
        if (shape !== known) memory.remember(context.baseUrl, request, shape);
        return reply;
      } catch (error) {
        const failure = readSdkFailure(error, call.errors, deadline.ended(), Date.now());
        tried.add(JSON.stringify(shape));
        const mayHelp = aboutForm.has(failureKind(failure, context));
        const next =
          failure.kind === 'status' && mayHelp ? fallbackShape(shape, failure, request, call.choices) : undefined;
        if (next === undefined || tried.has(JSON.stringify(next))) throw toProviderError(failure, context, error);
        shape = next;
      }
    }
  } finally {
    deadline.dispose();
  }
}

/** Sent where a server asks for no key: the SDKs refuse to work without one. */
const placeholderKey = 'no-key';

/** Whose key it is. */
export interface KeyOwner {
  readonly id: string;
  readonly title: string;
  readonly needsKey: boolean;
  /** How it is set, in a sentence. */
  readonly advice: string;
}

/**
 * The key to send. Throws `ProviderError` (`auth`) when one is needed and missing, or could not travel in an HTTP
 * header: `fetch` would then quote it in its own error.
 */
export function usableApiKey(given: string, { id, title, needsKey, advice }: KeyOwner): string {
  const key = given.trim();
  if (key === '' && !needsKey) return placeholderKey;
  if (key === '') throw new ProviderError(`${title} needs a key. ${advice}`, { failure: 'auth', provider: id });
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError(
      `The key for ${title} has spaces or characters that no key has; it was probably copied with something else. ${advice}`,
      { failure: 'auth', provider: id },
    );
  }
  return key;
}

/** How a key is set that may stand in a variable of the environment. */
export function keyAdvice(keyVariable: string | undefined): string {
  return keyVariable === undefined
    ? 'Run Set API Key; for the command line, add “keyVariable” to the connection and export that variable.'
    : `Run Set API Key or export ${keyVariable}.`;
}

/** What is told of a server that got no key and asks for one. */
export const keylessAdvice =
  'It got none: a key goes to its own provider only. Name this server as a connection with a key of its own, in the setting tutorPromptLab.connections or with --connection.';

/** The options with the key only where the server is the provider's own: another one gets no key unless a connection says so. */
export function withOwnKey(address: ApiAddress, options: ProviderOptions): ProviderOptions {
  return isOfficial(address, options.baseUrl) ? options : { ...options, apiKey: '' };
}
