import type { Effort } from '../prompt/modelParameters';
import type { Random } from '../statistics/random';
import type { ListedModel } from './listedModel';
import type { ChatMessage, FinishReason } from './message';

/** A JSON schema as plain data, made by `z.toJSONSchema`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ChatRequest {
  readonly model: string;
  /** Empty for none. */
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  /** Characters at the beginning of the first message that other calls send, too: where a provider's cache may be told to stop. */
  readonly sharedStart?: number;
  /** Left to the provider when `undefined`. */
  readonly temperature?: number;
  /** The answer and, once the engine has added it, the room for hidden reasoning, which the providers count into the same ceiling. */
  readonly maxOutputTokens: number;
  /** Left to the model when `undefined`. */
  readonly effort?: Effort;
  /** Members of the body that one server alone knows, sent as they are. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Asks for structured output where the provider has it; the caller parses the text either way. */
  readonly schema?: { readonly name: string; readonly json: JsonSchema };
  /** Longest wait for one whole reply in milliseconds, where that is not the provider's; shapes no answer. */
  readonly timeoutMs?: number;
  /** Independent repeats of an otherwise identical call differ here, so that a cache never mixes them up. */
  readonly repeat: number;
  /** What the offline provider runs instead of a model; ignored by all others and never sent anywhere. */
  readonly simulation: { readonly seed: string; run(random: Random): string };
}

/** The parameters that went out with a call in the form that the server took. An absent member was not sent. */
export interface SentForm {
  readonly temperature?: number;
  readonly effort?: Effort;
  readonly maxOutputTokens?: number;
  /** How an answer in JSON was asked for; absent where none was. */
  readonly structured?: 'schema' | 'object' | 'none';
}

/** Token counts as the provider reported them; `undefined` where it did not. */
export interface TokenUsage {
  /** All input tokens, those read from a cache or written to one included. */
  readonly input: number;
  /** All output tokens, those of hidden reasoning included. */
  readonly output: number;
  /** Of the output: hidden reasoning, where it is counted apart. */
  readonly reasoning?: number;
  readonly cachedInput: number;
  /** Input that was written to the provider's cache, where that is counted apart. */
  readonly cacheWrite?: number;
  /** True where they are counted at the price of batches. */
  readonly batch?: true;
}

export interface ChatReply {
  readonly text: string;
  readonly finish: FinishReason;
  readonly usage?: TokenUsage;
  /** The exact model that answered, where the provider says so. */
  readonly model?: string;
  /** What was really sent: a server may take less than was asked. Absent in the results of batches that an earlier process handed over. */
  readonly sent?: SentForm;
  /** The room that was left after the call, where the provider says so; no part of the answer. */
  readonly room?: CallRoom;
}

/** A source of replies. Implementations make exactly one attempt and throw `ProviderError`; the engine retries. */
export interface ChatProvider {
  /** The id of its entry in the registry, or the name of a connection. */
  readonly id: string;
  /** True when nothing it returns comes from a model. */
  readonly simulated: boolean;
  /** The provider's batches; `undefined` where it has none. A server of one's own may still refuse them. */
  readonly batches?: BatchApi;
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
  /** What its server says it has; absent where nobody can be asked. Throws `ProviderError`. */
  models?(signal: AbortSignal): Promise<readonly ListedModel[]>;
}

/**
 * Why a call to a model failed.
 * `rateLimit` 429; `overloaded` 503/529; `server` other 5xx; `network` no or broken connection; `timeout` our own limit;
 * `auth` 401/403; `quota` the credit, the spending limit or the quota of the day is used up, which no retry mends; `tooLarge` a request that
 * is longer than the model or the account ever takes; `refused` a content filter did not let this one prompt through; `badRequest` other 4xx;
 * `imagesRefused` the model takes no images, and the call had some; `badResponse` a body that is not what the API promises;
 * `tooLong` a body beyond any reply's size, which no retry mends; `cutOff` hidden
 * reasoning used up the tokens of the answer; `contextCut` the server read a part of the request only; `aborted` by the caller.
 */
export type ProviderFailure =
  | 'rateLimit'
  | 'overloaded'
  | 'server'
  | 'network'
  | 'timeout'
  | 'auth'
  | 'quota'
  | 'tooLarge'
  | 'refused'
  | 'badRequest'
  | 'imagesRefused'
  | 'badResponse'
  | 'tooLong'
  | 'cutOff'
  | 'contextCut'
  | 'aborted';

const retryable: ReadonlySet<ProviderFailure> = new Set([
  'rateLimit',
  'overloaded',
  'server',
  'network',
  'timeout',
  'badResponse',
]);

/** A failed call. The message names provider, model and mend, and never contains a key or a header. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  readonly provider: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** False where it is certain that the provider never heard of the call. */
  readonly sent: boolean;
  /** What the call came to all the same, where the provider said. */
  readonly usage: TokenUsage | undefined;

  constructor(
    message: string,
    details: {
      readonly failure: ProviderFailure;
      readonly provider: string;
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly sent?: boolean;
      readonly usage?: TokenUsage | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.failure = details.failure;
    this.provider = details.provider;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.sent = details.sent ?? true;
    this.usage = details.usage;
  }

  get retryable(): boolean {
    return retryable.has(this.failure);
  }

  static is(error: unknown, failure?: ProviderFailure): error is ProviderError {
    return error instanceof ProviderError && (failure === undefined || error.failure === failure);
  }
}

export interface BatchCall {
  /** Names the call within its batch: 1 to 64 of the characters that both APIs take, `A-Z a-z 0-9 _ -`. */
  readonly id: string;
  readonly request: ChatRequest;
}

export interface BatchReference {
  readonly batchId: string;
  /** The model of its calls, for messages. */
  readonly model: string;
}

/** Calls of a batch by how they stand; with Anthropic all of them are under way until the batch has ended. */
export interface BatchCounts {
  readonly total: number;
  readonly done: number;
}

export type BatchState =
  | { readonly phase: 'open' | 'ended'; readonly counts: BatchCounts }
  /** Taken and then refused as a whole: none of its calls was made. */
  | { readonly phase: 'refused'; readonly error: ProviderError }
  /** The provider does not know it, or has deleted its results. */
  | { readonly phase: 'gone' };

export type BatchOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly error: ProviderError }
  | { readonly kind: 'expired' | 'cancelled' };

export interface BatchResult {
  readonly id: string;
  readonly outcome: BatchOutcome;
}

export interface BatchLimits {
  readonly maxCalls: number;
  /** Bytes of all its calls as they are sent. */
  readonly maxBytes: number;
}

/**
 * Calls that a provider answers some time within a day, at a lower price. Every method makes one attempt and throws
 * `ProviderError`.
 */
export interface BatchApi {
  readonly limits: BatchLimits;
  /** Hands over calls of one model and returns the batch's id. */
  submit(calls: readonly BatchCall[], signal: AbortSignal): Promise<string>;
  poll(batch: BatchReference, signal: AbortSignal): Promise<BatchState>;
  /**
   * What became of the calls of a batch that has ended, in no order; may be read again. A line that cannot be read is left
   * out. A `ProviderError` with status 404 says that the results are there no more.
   */
  results(batch: BatchReference, signal: AbortSignal): AsyncIterable<BatchResult>;
  /** Asks for the end of a batch; calls that are answered by then keep their answers. */
  cancel(batch: BatchReference, signal: AbortSignal): Promise<void>;
}

/** What may be an id that a provider gives: it becomes part of an address and of a file. */
export const batchIdPattern = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** What a provider said of the room that is left for a key. */
export interface CallRoom {
  /** Calls that may still be made before `resetMs` is over; 0 as well where calls are left and no tokens. */
  readonly remaining: number;
  readonly resetMs: number;
}
