import * as z from 'zod';
import { type CallContext, toProviderError } from './failureMessage';
import type { SecretTraces } from './keyTraces';
import {
  type BatchApi,
  type BatchCall,
  type BatchCounts,
  batchIdPattern,
  type BatchLimits,
  type BatchOutcome,
  type BatchReference,
  type BatchResult,
  type BatchState,
  type ChatReply,
  type ChatRequest,
  ProviderError,
  type SentForm,
} from './provider';
import { AnswerError, type SdkFailure, unreadable } from './sdkFailure';

/** A call under way: what it goes over, how long, and how its errors are told. */
export interface OpenCall<Client> {
  readonly client: Client;
  readonly signal: AbortSignal;
  failureOf(error: unknown): SdkFailure;
  errorOf(error: unknown): ProviderError;
  close(): void;
}

/** A body that is ready to go out, and what of it is worth a record. */
export interface SentBody<Body> {
  readonly body: Body;
  readonly sent: SentForm;
}

/** One call as it is written into a batch; `body` is that of a single call. */
export interface BatchedBody {
  readonly id: string;
  readonly body: object;
}

export type SdkBatchState =
  | { readonly phase: 'open' | 'ended'; readonly counts: BatchCounts }
  | { readonly phase: 'refused'; readonly failure: SdkFailure }
  | { readonly phase: 'gone' };

export type SdkBatchOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly failure: SdkFailure }
  | { readonly kind: 'expired' | 'cancelled' };

interface SdkBatchResult {
  readonly id: string;
  readonly outcome: SdkBatchOutcome;
}

/** The batches of one API over its SDK's client. Methods throw the SDK's errors or `AnswerError`. */
export interface SdkBatches<Client> {
  readonly limits: BatchLimits;
  /** Bodies are made as they are asked for, so that what is held is what is sent. */
  submit(client: Client, calls: Iterable<BatchedBody>, signal: AbortSignal): Promise<string>;
  poll(client: Client, batchId: string, signal: AbortSignal): Promise<SdkBatchState>;
  results(client: Client, batchId: string, signal: AbortSignal): AsyncIterable<SdkBatchResult>;
  cancel(client: Client, batchId: string, signal: AbortSignal): Promise<void>;
}

/** What batches need of the provider that they belong to. */
interface BatchAccess<Client> {
  open(context: CallContext, signal: AbortSignal): Promise<OpenCall<Client>>;
  /** The body of a request in the form that its server takes, as far as that is known. */
  body(request: ChatRequest): SentBody<object>;
  context(model: string): CallContext;
  /** Of the key, which a server may put into what it answers. */
  readonly traces: SecretTraces;
}

/** Answers of a server that has no such address. */
const noSuchAddress: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** Batches behind an SDK, with the messages and the time limits of single calls. */
export class SdkBatchApi<Client> implements BatchApi {
  readonly limits: BatchLimits;
  readonly #batches: SdkBatches<Client>;
  readonly #access: BatchAccess<Client>;
  /** What went out with the calls that this process handed over, by their ids; nobody knows it of those of an earlier one. */
  readonly #sent = new Map<string, SentForm>();

  constructor(batches: SdkBatches<Client>, access: BatchAccess<Client>) {
    this.limits = batches.limits;
    this.#batches = batches;
    this.#access = access;
  }

  async submit(calls: readonly BatchCall[], signal: AbortSignal): Promise<string> {
    const model = calls[0]?.request.model ?? '';
    try {
      return await this.#attempt(model, signal, async (client, ending) => {
        const batchId = await this.#batches.submit(client, this.#bodies(calls), ending);
        // The name of a batch is kept on the disk as it is, or nobody could ask for it again.
        if (this.#access.traces.cutFromText(batchId) !== batchId) throw unreadable('an id with the key in it');
        return batchId;
      });
    } catch (error) {
      if (!ProviderError.is(error, 'badRequest') || !noSuchAddress.has(error.status)) throw error;
      const { title, baseUrl, provider } = this.#access.context(model);
      throw new ProviderError(
        `${title} at ${baseUrl} takes no batches (status ${String(error.status)}). Evaluate without batches there.`,
        { failure: 'badRequest', provider, status: error.status, cause: error },
      );
    }
  }

  async poll({ batchId, model }: BatchReference, signal: AbortSignal): Promise<BatchState> {
    try {
      const state = await this.#attempt(model, signal, (client, ending) => this.#batches.poll(client, batchId, ending));
      return state.phase === 'refused'
        ? { phase: 'refused', error: toProviderError(state.failure, this.#access.context(model), undefined) }
        : state;
    } catch (error) {
      if (ProviderError.is(error) && error.status === 404) return { phase: 'gone' };
      throw error;
    }
  }

  async *results({ batchId, model }: BatchReference, signal: AbortSignal): AsyncGenerator<BatchResult> {
    const context = this.#access.context(model);
    const call = await this.#access.open(context, signal);
    try {
      for await (const { id, outcome } of this.#batches.results(call.client, batchId, call.signal)) {
        yield { id, outcome: this.#outcomeOf(id, outcome, context) };
      }
    } catch (error) {
      throw call.errorOf(error);
    } finally {
      call.close();
    }
  }

  async cancel({ batchId, model }: BatchReference, signal: AbortSignal): Promise<void> {
    await this.#attempt(model, signal, (client, ending) => this.#batches.cancel(client, batchId, ending));
  }

  *#bodies(calls: readonly BatchCall[]): Generator<BatchedBody> {
    for (const { id, request } of calls) {
      const { body, sent } = this.#access.body(request);
      this.#sent.set(id, sent);
      yield { id, body };
    }
  }

  #outcomeOf(id: string, outcome: SdkBatchOutcome, context: CallContext): BatchOutcome {
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    if (outcome.kind === 'failed')
      return { kind: 'failed', error: toProviderError(outcome.failure, context, undefined) };
    if (outcome.kind !== 'reply') return outcome;
    const reply = this.#access.traces.cutFromReply(outcome.reply);
    return { kind: 'reply', reply: sent === undefined ? reply : { ...reply, sent } };
  }

  async #attempt<Result>(
    model: string,
    signal: AbortSignal,
    work: (client: Client, ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const call = await this.#access.open(this.#access.context(model), signal);
    try {
      return await work(call.client, call.signal);
    } catch (error) {
      throw call.errorOf(error);
    } finally {
      call.close();
    }
  }
}

/** The id of what a provider has just made. Throws `AnswerError`. */
export function batchIdOf(made: unknown): string {
  const parsed = z.object({ id: z.string().regex(batchIdPattern) }).safeParse(made);
  if (parsed.success) return parsed.data.id;
  throw unreadable('JSON without an id');
}

/** A reply as it stands in the results of a batch, or what is wrong with it. */
export function readOutcome(read: (body: unknown) => ChatReply, body: unknown): SdkBatchOutcome {
  try {
    return { kind: 'reply', reply: read(body) };
  } catch (error) {
    if (!AnswerError.is(error)) throw error;
    const { failure } = error;
    // What half a reply came to is not counted here: a batch has its own price.
    return { kind: 'failed', failure: 'usage' in failure ? { ...failure, usage: undefined } : failure };
  }
}

/** Longest line that is kept, in characters: a reply of a million tokens would fit. */
const longestLine = 8_000_000;

/** The lines of a text that arrives in pieces, empty ones left out. One that is too long to be a reply is left out too. */
export async function* responseLines(response: Pick<Response, 'body'>): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  let skipping = false;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!skipping && line.trim() !== '') yield line;
      skipping = false;
    }
    if (rest.length > longestLine) {
      skipping = true;
      rest = '';
    }
  }
  rest += decoder.decode();
  if (!skipping && rest.trim() !== '') yield rest;
}

/** The value of a line; `undefined` where it is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
