import { startDeadline } from './callDeadline';
import { type CallContext, toProviderError } from './failureMessage';
import { type SecretTraces, withoutKey } from './keyTraces';
import {
  type BatchApi,
  type BatchCall,
  type BatchCounts,
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
import { readSdkFailure, type SdkErrorClasses, type SdkFailure, statusFailure } from './sdkFailure';
import { StatusError } from './statusError';
import { UnreadableReplyError } from './unreadableReply';

/** How an SDK's call is limited; `timeout` in milliseconds is the SDK's own limit, which ends with the headers. */
interface TransferOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/** One call as it is written into a batch; `body` is that of a single call. */
export interface BatchedBody {
  readonly id: string;
  readonly body: object;
}

/** What an API says of a batch. */
export type SdkBatchState =
  | { readonly phase: 'open' | 'ended'; readonly counts: BatchCounts }
  | { readonly phase: 'refused'; readonly failure: SdkFailure }
  | { readonly phase: 'gone' };

/** What an API says of one call of a batch. */
export type SdkBatchOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | { readonly kind: 'failed'; readonly failure: SdkFailure }
  | { readonly kind: 'expired' | 'cancelled' };

/** The batches of one API over its SDK's client. Methods throw the SDK's errors or `UnreadableReplyError`. */
export interface SdkBatches<Client> {
  readonly limits: BatchLimits;
  /** Bodies are made as they are asked for, so that what is held is what is sent. */
  submit(client: Client, calls: AsyncIterable<BatchedBody>, options: TransferOptions): Promise<string>;
  poll(client: Client, batchId: string, options: TransferOptions): Promise<SdkBatchState>;
  results(
    client: Client,
    batchId: string,
    options: TransferOptions,
  ): AsyncIterable<{ readonly id: string; readonly outcome: SdkBatchOutcome }>;
  cancel(client: Client, batchId: string, options: TransferOptions): Promise<void>;
}

/** A reply as it stands in the results of a batch, or what is wrong with it. */
export function readOutcome(read: (body: unknown) => ChatReply, body: unknown): SdkBatchOutcome {
  try {
    return { kind: 'reply', reply: read(body) };
  } catch (error) {
    if (StatusError.is(error)) return { kind: 'failed', failure: statusFailure(error, 0) };
    if (!UnreadableReplyError.is(error)) throw error;
    return { kind: 'failed', failure: { kind: 'badResponse', text: error.message } };
  }
}

/** What batches need of the provider that they belong to. */
interface BatchAccess<Client> {
  /** Loads the SDK where that has not happened. */
  connect(): Promise<{ readonly client: Client; readonly errors: SdkErrorClasses }>;
  /** The body of a request in the form that its server takes, as far as that is known, and what of it is worth a record. */
  body(request: ChatRequest): Promise<{ readonly body: object; readonly sent: SentForm }>;
  context(model: string): CallContext;
  /** Of the key, which a server may put into what it answers. */
  readonly traces: SecretTraces;
}

/** A batch of thousands is as long on its way as some ten single replies. */
const transferFactor = 10;
/** Answers of a server that has no such address. */
const noSuchAddress: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** Batches behind an SDK, with the messages and the time limits of single calls. */
export class SdkBatchApi<Client> implements BatchApi {
  readonly #batches: SdkBatches<Client>;
  readonly #access: BatchAccess<Client>;
  /** What went out with the calls that this process handed over, by their ids; nobody knows it of those of an earlier one. */
  readonly #sent = new Map<string, SentForm>();

  constructor(batches: SdkBatches<Client>, access: BatchAccess<Client>) {
    this.#batches = batches;
    this.#access = access;
  }

  get limits(): BatchLimits {
    return this.#batches.limits;
  }

  async submit(calls: readonly BatchCall[], signal: AbortSignal): Promise<string> {
    const model = calls[0]?.request.model ?? '';
    try {
      return await this.#attempt(model, signal, (client, options) =>
        this.#named(this.#batches.submit(client, this.#bodies(calls), options)),
      );
    } catch (error) {
      throw ProviderError.is(error, 'badRequest') && noSuchAddress.has(error.status)
        ? this.#hasNone(model, error)
        : error;
    }
  }

  async poll({ batchId, model }: BatchReference, signal: AbortSignal): Promise<BatchState> {
    try {
      const state = await this.#attempt(model, signal, (client, options) =>
        this.#batches.poll(client, batchId, options),
      );
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
    const { client, errors } = await this.#access.connect();
    const timeout = transferFactor * context.timeoutMs;
    const deadline = startDeadline(signal, timeout);
    try {
      const options = { signal: deadline.signal, timeout };
      for await (const { id, outcome } of this.#batches.results(client, batchId, options)) {
        yield { id, outcome: this.#withForm(id, outcomeOf(outcome, context, this.#access.traces)) };
      }
    } catch (error) {
      const limits = { ...context, timeoutMs: timeout };
      throw toProviderError(readSdkFailure(error, errors, deadline.ended(), Date.now()), limits, error);
    } finally {
      deadline.dispose();
    }
  }

  async cancel({ batchId, model }: BatchReference, signal: AbortSignal): Promise<void> {
    await this.#attempt(model, signal, (client, options) => this.#batches.cancel(client, batchId, options));
  }

  async *#bodies(calls: readonly BatchCall[]): AsyncGenerator<BatchedBody> {
    for (const { id, request } of calls) {
      const { body, sent } = await this.#access.body(request);
      this.#sent.set(id, sent);
      yield { id, body };
    }
  }

  #withForm(id: string, outcome: BatchOutcome): BatchOutcome {
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    return outcome.kind === 'reply' && sent !== undefined ? { ...outcome, reply: { ...outcome.reply, sent } } : outcome;
  }

  async #attempt<Result>(
    model: string,
    signal: AbortSignal,
    work: (client: Client, options: TransferOptions) => Promise<Result>,
  ): Promise<Result> {
    const context = this.#access.context(model);
    const { client, errors } = await this.#access.connect();
    const timeout = transferFactor * context.timeoutMs;
    const deadline = startDeadline(signal, timeout);
    try {
      return await work(client, { signal: deadline.signal, timeout });
    } catch (error) {
      // A call that has no form to be sent in says so itself.
      if (ProviderError.is(error)) throw error;
      const limits = { ...context, timeoutMs: timeout };
      throw toProviderError(readSdkFailure(error, errors, deadline.ended(), Date.now()), limits, error);
    } finally {
      deadline.dispose();
    }
  }

  /** The name of a batch is kept on the disk as it is, or nobody could ask for it again. */
  async #named(submitting: Promise<string>): Promise<string> {
    const batchId = await submitting;
    if (this.#access.traces.cutFromReply(batchId) !== batchId)
      throw new UnreadableReplyError('an id with the key in it');
    return batchId;
  }

  #hasNone(model: string, error: ProviderError): ProviderError {
    const { title, baseUrl, provider } = this.#access.context(model);
    return new ProviderError(
      `${title} at ${baseUrl} takes no batches (status ${String(error.status)}). Evaluate without batches there.`,
      { failure: 'badRequest', provider, status: error.status, cause: error },
    );
  }
}

function outcomeOf(outcome: SdkBatchOutcome, context: CallContext, traces: SecretTraces): BatchOutcome {
  if (outcome.kind === 'failed') return { kind: 'failed', error: toProviderError(outcome.failure, context, undefined) };
  return outcome.kind === 'reply' ? { kind: 'reply', reply: withoutKey(outcome.reply, traces) } : outcome;
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
