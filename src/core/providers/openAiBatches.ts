import type { OpenAI } from 'openai';
import * as z from 'zod';
import { type CallContext, toProviderError } from './failureMessage';
import type { BatchOutcome } from './provider';
import { readOpenAiReply } from './readReply';
import {
  batchIdOf,
  type BatchedBody,
  failedOutcome,
  parsedLines,
  readBatch,
  readOutcome,
  type SdkBatches,
} from './sdkBatches';
import { type SdkFailure, statusFailure } from './sdkFailure';

const name = z.string().nullish().catch(undefined);
/** A batch has 50,000 calls at most: what is far beyond is no count. */
const count = z.number().nonnegative().max(1_000_000).catch(0);
const said = z.object({ code: name, message: name });
const batchSchema = z.object({
  status: z.string(),
  output_file_id: name,
  error_file_id: name,
  request_counts: z.object({ total: count, completed: count, failed: count }).nullish().catch(undefined),
  errors: z
    .object({ data: z.array(said).nullish() })
    .nullish()
    .catch(undefined),
});

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number().int().min(100).max(599), body: z.unknown() }).nullish(),
  error: said.nullish(),
});

const ended: ReadonlySet<string> = new Set(['completed', 'expired', 'cancelled']);
/** The account has as many tokens waiting as it may; that passes as batches end. */
const queueFull = 'token_limit_exceeded';
/** In characters. */
const pieceLength = 262_144;

/** OpenAI's batches of Chat Completions: a file goes up, two files come back. */
export const openAiBatches: SdkBatches<OpenAI> = {
  // The API takes 50,000 calls in 200 MB; the file is in memory while it goes up, so it is kept small.
  limits: { maxCalls: 50_000, maxBytes: 8_000_000 },

  async submit({ client, signal }, bodies) {
    const file = await client.files.create({ file: fileOf(bodies), purpose: 'batch' }, { signal });
    const batch = await client.batches.create(
      { input_file_id: batchIdOf(file), endpoint: '/v1/chat/completions', completion_window: '24h' },
      { signal },
    );
    return batchIdOf(batch);
  },

  async poll({ client, signal, context }, batchId) {
    const batch = readBatch(batchSchema, await client.batches.retrieve(batchId, { signal }));
    if (batch.status === 'failed') return { phase: 'refused', error: toProviderError(refusalOf(batch), context) };
    const { total = 0, completed = 0, failed = 0 } = batch.request_counts ?? {};
    return { phase: ended.has(batch.status) ? 'ended' : 'open', counts: { total, done: completed + failed } };
  },

  async *results({ client, signal, context }, batchId) {
    const batch = readBatch(batchSchema, await client.batches.retrieve(batchId, { signal }));
    // Answers first: a model that has answered once is not taken for one that never does.
    for (const file of [batch.output_file_id, batch.error_file_id]) {
      if (file === undefined || file === null || file === '') continue;
      for await (const line of parsedLines(await client.files.content(file, { signal }), lineSchema))
        yield { id: line.custom_id, outcome: outcomeOf(line, context) };
    }
  },

  cancel: ({ client, signal }, batchId) => client.batches.cancel(batchId, { signal }),
};

/** Lines go into bytes as they come: what is held is the file and one piece of text. */
function fileOf(calls: Iterable<BatchedBody>): File {
  const pieces: Blob[] = [];
  let text = '';
  for (const { id, body } of calls) {
    text += `${JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body })}\n`;
    if (text.length < pieceLength) continue;
    pieces.push(new Blob([text]));
    text = '';
  }
  return new File([...pieces, text], 'calls.jsonl', { type: 'application/jsonl' });
}

function refusalOf({ errors }: z.infer<typeof batchSchema>): SdkFailure {
  const [first] = errors?.data ?? [];
  const code = first?.code ?? undefined;
  const text = first?.message ?? 'The batch was refused without a reason.';
  return { kind: 'status', status: code === queueFull ? 429 : 400, text, code };
}

function outcomeOf({ response, error }: z.infer<typeof lineSchema>, context: CallContext): BatchOutcome {
  if (error?.code === 'batch_expired') return { kind: 'expired' };
  if (error?.code === 'batch_cancelled') return { kind: 'cancelled' };
  if (response === undefined || response === null)
    return failedOutcome({ kind: 'badResponse', text: error?.message ?? 'neither an answer nor a reason' }, context);
  const { status_code: status, body } = response;
  return status >= 400
    ? failedOutcome(statusFailure(status, body), context)
    : readOutcome(readOpenAiReply, body, context);
}
