import { cacheKey } from './replyCache';
import type { ChatReply, ChatRequest } from '../providers/provider';

/** Hears what becomes of a call; one of both, once. */
export interface CallReceiver {
  answered(reply: ChatReply): void;
  failed(error: unknown): void;
}

/** A call that waits for a batch to bring its answer. */
export interface WaitingCall {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** Names what is asked; the same for identical requests. */
  readonly key: string;
  /** About as many bytes as it has when sent. */
  readonly bytes: number;
  readonly receiver: CallReceiver;
  /** True once it has gone into a second batch because the form of the first was refused. */
  reshaped: boolean;
  /** Batches that were refused with it because too much was waiting already. */
  turnedAway: number;
}

/** Length of a call's key: a SHA-256 in base64url. */
const keyLength = 43;
/** What the parameters of a call, the frame around it and a stricter schema add. */
const frameBytes = 2_000;

/** A call as it begins to wait; `endpoint` is provider id and base URL. */
export function waitingCall(endpoint: string, call: Pick<WaitingCall, 'request' | 'signal' | 'receiver'>): WaitingCall {
  const { request } = call;
  return { ...call, key: callKey(endpoint, request), bytes: requestBytes(request), reshaped: false, turnedAway: 0 };
}

/** The same for identical requests, of characters that both APIs take in an id; `endpoint` is provider id and base URL. */
export function callKey(endpoint: string, request: ChatRequest): string {
  return Buffer.from(cacheKey(endpoint, request), 'hex').toString('base64url');
}

/** The id of the `index`th call with this key within a run. At most 64 characters. */
export function callId(key: string, index: number): string {
  return `${key}-${index}`;
}

/** What an id is made of; `undefined` for one that is not made here. */
export function readCallId(id: string): { readonly key: string; readonly index: number } | undefined {
  const index = Number(id.slice(keyLength + 1));
  return id[keyLength] === '-' && Number.isSafeInteger(index) ? { key: id.slice(0, keyLength), index } : undefined;
}

function requestBytes({ system, messages, schema }: ChatRequest): number {
  return Buffer.byteLength(JSON.stringify([system, messages, schema?.json])) + frameBytes;
}
