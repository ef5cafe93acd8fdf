import * as z from 'zod';
import type { ChatReply, ChatRequest } from './provider';
import type { ProviderError } from './providerError';
import { UnreadableReplyError } from './unreadableReply';

/** One call of a batch. */
export interface BatchCall {
  /** Names the call within its batch: 1 to 64 of the characters that both APIs take, `A-Z a-z 0-9 _ -`. */
  readonly id: string;
  readonly request: ChatRequest;
}

/** A batch as the provider knows it. */
export interface BatchReference {
  /** The provider's own name of it. */
  readonly batchId: string;
  /** The model of its calls, for messages. */
  readonly model: string;
}

/** Calls of a batch by how they stand; with Anthropic all of them are under way until the batch has ended. */
export interface BatchCounts {
  readonly total: number;
  readonly done: number;
}

/** How a batch stands. */
export type BatchState =
  | { readonly phase: 'open' | 'ended'; readonly counts: BatchCounts }
  /** Taken and then refused as a whole: none of its calls was made. */
  | { readonly phase: 'refused'; readonly error: ProviderError }
  /** The provider does not know it, or has deleted its results. */
  | { readonly phase: 'gone' };

/** What became of one call. */
export type BatchOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly error: ProviderError }
  | { readonly kind: 'expired' | 'cancelled' };

/** One line of a batch's results. */
export interface BatchResult {
  readonly id: string;
  readonly outcome: BatchOutcome;
}

/** What one batch may hold. */
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

const named = z.object({ id: z.string().regex(batchIdPattern) });

/** The id of what a provider has just made. Throws `UnreadableReplyError`. */
export function batchIdOf(made: unknown): string {
  const parsed = named.safeParse(made);
  if (parsed.success) return parsed.data.id;
  throw new UnreadableReplyError('JSON without an id');
}
