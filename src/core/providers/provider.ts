import type { FinishReason, ChatMessage } from '../dialogue/dialogue';
import type { Random } from '../statistics/random';
import type { BatchApi } from './batchApi';
import type { CallRoom } from './callRoom';
import type { ListedModel } from './listedModel';
import type { Effort } from './modelParameters';

/** A JSON schema as plain data, made by `z.toJSONSchema`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One call to a model. */
export interface ChatRequest {
  /** The provider's own name of the model. */
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
