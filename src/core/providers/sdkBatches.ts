import * as z from 'zod';
import { parsedJson } from '../text/parsedJson';
import { type CallContext, toProviderError } from './failureMessage';
import { cleanReply } from './keyTraces';
import {
  type BatchApi,
  type BatchCall,
  batchIdPattern,
  type BatchOutcome,
  type BatchResult,
  type BatchState,
  type ChatReply,
  type ChatRequest,
  ProviderError,
  type SentForm,
} from './provider';
import { AnswerError, type SdkFailure, unreadable } from './sdkFailure';

export interface OpenCall<Client> {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly context: CallContext;
  failureOf(error: unknown): SdkFailure;
  errorOf(error: unknown): ProviderError;
  close(): void;
}

/** A body ready to send, and its parameters for the record. */
export interface SentBody<Body> {
  readonly body: Body;
  readonly sent: SentForm;
}

export interface BatchedBody {
  readonly id: string;
  readonly body: object;
}

/** One API's batches over its SDK's client. Methods throw the SDK's errors or `AnswerError`. */
export interface SdkBatches<Client> {
  readonly limits: BatchApi['limits'];
  /** Makes bodies on demand, so that memory holds only what is sent. */
  submit(call: OpenCall<Client>, bodies: Iterable<BatchedBody>): Promise<string>;
  poll(call: OpenCall<Client>, batchId: string): Promise<BatchState>;
  results(call: OpenCall<Client>, batchId: string): AsyncIterable<BatchResult>;
  cancel(call: OpenCall<Client>, batchId: string): Promise<unknown>;
}

interface BatchAccess<Client> {
  readonly open: (model: string, signal: AbortSignal) => Promise<OpenCall<Client>>;
  readonly body: (request: ChatRequest) => SentBody<object>;
  readonly cut: (text: string) => string;
}

/** Statuses of a server without this address. */
const noSuchAddress: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

export function sdkBatchApi<Client>(batches: SdkBatches<Client>, { open, body, cut }: BatchAccess<Client>): BatchApi {
  /** Forms by call id, of calls that this process handed over. */
  const sentForms = new Map<string, SentForm>();
  function* bodiesOf(calls: readonly BatchCall[]): Generator<BatchedBody> {
    for (const { id, request } of calls) {
      const made = body(request);
      sentForms.set(id, made.sent);
      yield { id, body: made.body };
    }
  }
  return {
    limits: batches.limits,

    async submit(calls, signal) {
      const call = await open(calls[0]?.request.model ?? '', signal);
      const submitted = during(call, async () => {
        const batchId = await batches.submit(call, bodiesOf(calls));
        // The batch's id is stored unchanged, because it is needed for polling. So it must not contain the key.
        if (cut(batchId) !== batchId) throw unreadable('an id with the key in it');
        return batchId;
      });
      return submitted.catch((error: unknown) => {
        if (!ProviderError.is(error, 'badRequest') || !noSuchAddress.has(error.status)) throw error;
        const { title, baseUrl, provider } = call.context;
        throw new ProviderError(
          `${title} at ${baseUrl} takes no batches (status ${String(error.status)}). Evaluate without batches there.`,
          { failure: 'badRequest', provider, status: error.status, cause: error },
        );
      });
    },

    async poll({ batchId, model }, signal) {
      try {
        return await during(await open(model, signal), (call) => batches.poll(call, batchId));
      } catch (error) {
        if (ProviderError.is(error) && error.status === 404) return { phase: 'gone' };
        throw error;
      }
    },

    async *results({ batchId, model }, signal) {
      const call = await open(model, signal);
      try {
        for await (const { id, outcome } of batches.results(call, batchId)) {
          const sent = sentForms.get(id);
          sentForms.delete(id);
          const reply =
            outcome.kind === 'reply' ? { ...cleanReply(outcome.reply, cut), ...(sent && { sent }) } : undefined;
          yield { id, outcome: reply === undefined ? outcome : { kind: 'reply', reply } };
        }
      } catch (error) {
        throw call.errorOf(error);
      } finally {
        call.close();
      }
    },

    async cancel({ batchId, model }, signal) {
      await during(await open(model, signal), (call) => batches.cancel(call, batchId));
    },
  };
}

/** Opens a call, does the work and closes the call. Throws `ProviderError`. */
export async function during<Client, Result>(
  call: OpenCall<Client>,
  work: (call: OpenCall<Client>) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(call);
  } catch (error) {
    throw call.errorOf(error);
  } finally {
    call.close();
  }
}

const madeSchema = z.object({ id: z.string().regex(batchIdPattern) });

/** The id of a new object. Throws `AnswerError`. */
export function batchIdOf(made: unknown): string {
  return readBatch(madeSchema, made, 'an id').id;
}

/** Throws `AnswerError`. */
export function readBatch<Batch>(schema: z.ZodType<Batch>, body: unknown, needed = 'the status of a batch'): Batch {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unreadable(`JSON without ${needed}`);
}

export function failedOutcome(failure: SdkFailure, context: CallContext): BatchOutcome {
  return { kind: 'failed', error: toProviderError(failure, context) };
}

/** Reads a reply from a batch's results, or its error. */
export function readOutcome(read: (body: unknown) => ChatReply, body: unknown, context: CallContext): BatchOutcome {
  try {
    return { kind: 'reply', reply: read(body) };
  } catch (error) {
    if (!AnswerError.is(error)) throw error;
    const { failure } = error;
    // Half a reply is not counted here, because a batch has its own price.
    return failedOutcome('usage' in failure ? { ...failure, usage: undefined } : failure, context);
  }
}

/** Longest line kept, in characters; a reply of a million tokens fits. */
const longestLine = 8_000_000;

/** Lines of a text that arrives in pieces, without empty or overlong ones. */
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

/** Lines of a response that fit `schema`. */
export async function* parsedLines<Line>(
  response: Pick<Response, 'body'>,
  schema: z.ZodType<Line>,
): AsyncGenerator<Line> {
  for await (const line of responseLines(response)) {
    const parsed = schema.safeParse(parsedJson(line));
    if (parsed.success) yield parsed.data;
  }
}
