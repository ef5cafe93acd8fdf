import * as z from 'zod';
import { type Effort, efforts } from '../prompt/modelParameters';
import type { Random } from '../statistics/random';
import { NamedError } from '../text/errors';
import type { ListedModel } from './listedModel';
import type { ChatMessage } from './message';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ChatRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  /** Where starts end that other calls have, too, beside the system prompt. In the order of the messages. */
  readonly sharedEnds?: readonly SharedEnd[];
  readonly temperature?: number;
  /** Includes hidden reasoning, once the engine has added headroom for it. */
  readonly maxOutputTokens: number;
  readonly effort?: Effort;
  /** Members of the body that only this server knows, sent unchanged. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** For structured output where the provider has it. The caller parses the text in any case. */
  readonly schema?: { readonly name: string; readonly json: JsonSchema };
  /** Longest wait for a whole reply in milliseconds; the provider's own limit unless set. */
  readonly timeoutMs?: number;
  /** Keeps repeats of an identical call apart in a cache. */
  readonly repeat: number;
  /** Runs instead of an offline model; never sent anywhere. */
  readonly simulation: { readonly seed: string; run(random: Random): string };
}

/** After so many characters of a user's message, or at its end. */
export interface SharedEnd {
  readonly message: number;
  readonly characters?: number;
}

/** Parameters that were sent, in the form that the server took. Absent members were not sent. */
export const sentFormSchema = z.object({
  temperature: z.number().optional(),
  effort: z.enum(efforts).optional(),
  maxOutputTokens: z.number().optional(),
  structured: z.enum(['schema', 'object', 'none']).optional(),
});
export type SentForm = Readonly<z.infer<typeof sentFormSchema>>;

/** Larger numbers are impossible in a run and would spoil its sums. */
const tokens = z.number().nonnegative().max(1e9);

export const usageSchema = z.object({
  /** Includes tokens read from or written to a cache. */
  input: tokens,
  /** Includes hidden reasoning. */
  output: tokens,
  /** Part of the output. */
  reasoning: tokens.optional(),
  /** Part of the input. */
  cachedInput: tokens,
  /** Part of the input. */
  cacheWrite: tokens.optional(),
});
export type TokenUsage = Readonly<z.infer<typeof usageSchema>> & { readonly batch?: true };

export const replySchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  usage: usageSchema.optional(),
  model: z.string().optional(),
  /** A server may have taken less than was asked. Absent in batches that an earlier process handed over. */
  sent: sentFormSchema.optional(),
});
export type ChatReply = Readonly<z.infer<typeof replySchema>> & { readonly usage?: TokenUsage };

/** Makes exactly one attempt and throws `ProviderError`; the engine retries. */
export interface ChatProvider {
  readonly id: string;
  readonly simulated: boolean;
  /** A private server may still refuse them. */
  readonly batches?: BatchApi;
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
  models?(signal: AbortSignal): Promise<readonly ListedModel[]>;
}

/** Kinds of failed calls, and whether a retry may succeed. */
const mayPass = {
  rateLimit: true, // 429.
  overloaded: true, // 503 or 529.
  server: true, // Any other 5xx.
  network: true,
  timeout: true, // Our own limit.
  badResponse: true, // A body that is not what the API promises.
  auth: false, // 401 or 403.
  quota: false, // The credit, the spending limit or the quota of the day is used up.
  tooLarge: false, // A request that is longer than the model or the account ever takes.
  refused: false, // A content filter did not let this one prompt through.
  badRequest: false, // Any other 4xx.
  imagesRefused: false, // The model takes no images, and the call had some.
  tooLong: false, // A body beyond any reply's size.
  cutOff: false, // Hidden reasoning used up the tokens of the answer.
  contextCut: false, // The server read a part of the request only.
  aborted: false,
} as const;
export type ProviderFailure = keyof typeof mayPass;

/** The message names provider, model and fix, and never contains a key or header. */
export class ProviderError extends NamedError {
  override readonly name = 'ProviderError';
  readonly failure!: ProviderFailure;
  readonly provider!: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** False only if the provider certainly never received the call. */
  readonly sent: boolean = true;
  readonly usage?: TokenUsage | undefined;

  constructor(
    message: string,
    {
      cause,
      ...details
    }: Pick<ProviderError, 'failure' | 'provider'> &
      Partial<Pick<ProviderError, 'status' | 'retryAfterMs' | 'sent' | 'usage' | 'cause'>>,
  ) {
    super(message, { cause });
    Object.assign(this, details);
  }

  get retryable(): boolean {
    return mayPass[this.failure];
  }

  static is(error: unknown, failure?: ProviderFailure): error is ProviderError {
    return error instanceof ProviderError && (failure === undefined || error.failure === failure);
  }
}

export interface BatchCall {
  /** Names the call in its batch: 1 to 64 characters that both APIs take, `A-Z a-z 0-9 _ -`. */
  readonly id: string;
  readonly request: ChatRequest;
}

export interface BatchReference {
  readonly batchId: string;
  readonly model: string;
}

export type BatchState =
  | { readonly phase: 'open' | 'ended'; readonly done: number }
  /** Accepted and then refused as a whole: no call was made. */
  | { readonly phase: 'refused'; readonly error: ProviderError }
  /** The provider does not know the batch, or has deleted its results. */
  | { readonly phase: 'gone' };

export type BatchOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly error: ProviderError }
  | { readonly kind: 'expired' | 'cancelled' };

export interface BatchResult {
  readonly id: string;
  readonly outcome: BatchOutcome;
}

/** Calls answered within a day at a lower price. Each method makes one attempt and throws `ProviderError`. */
export interface BatchApi {
  /** Of one batch; `maxBytes`: of all its calls as sent. */
  readonly limits: Readonly<Record<'maxCalls' | 'maxBytes', number>>;
  /** Takes calls of one model and returns the batch's id. */
  submit(calls: readonly BatchCall[], signal: AbortSignal): Promise<string>;
  poll(batch: BatchReference, signal: AbortSignal): Promise<BatchState>;
  /** Outcomes of an ended batch in any order. `ProviderError` with status 404: the results were deleted. */
  results(batch: BatchReference, signal: AbortSignal): AsyncIterable<BatchResult>;
  /** Calls answered before the end keep their answers. */
  cancel(batch: BatchReference, signal: AbortSignal): Promise<void>;
}

/** Restricted, because the id becomes part of an address and a file. */
export const batchIdPattern = /^[A-Za-z0-9][\w.:-]{0,199}$/;
