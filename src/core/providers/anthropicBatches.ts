import type { Anthropic } from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import type { CallContext } from './failureMessage';
import type { BatchOutcome } from './provider';
import { readAnthropicReply } from './readReply';
import { batchIdOf, failedOutcome, parsedLines, readBatch, readOutcome, type SdkBatches } from './sdkBatches';
import { statusFailure } from './sdkFailure';

/** A batch has 100,000 calls at most: what is far beyond is no count. */
const count = z.number().nonnegative().max(1_000_000).catch(0);
const batchSchema = z.object({
  processing_status: z.string(),
  archived_at: z.string().nullish().catch(undefined),
  request_counts: z
    .object({ processing: count, succeeded: count, errored: count, canceled: count, expired: count })
    .nullish()
    .catch(undefined),
});

const lineSchema = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.unknown() }),
    z.object({ type: z.literal('errored'), error: z.unknown() }),
    z.object({ type: z.literal('canceled') }),
    z.object({ type: z.literal('expired') }),
  ]),
});

/** The statuses that single calls get with these errors; a batch's results have the types alone. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);
const typedError = z.object({ type: z.string() });

/** Anthropic's Message Batches: the calls go in one body, the results come line by line. */
export const anthropicBatches: SdkBatches<Anthropic> = {
  // The API takes 100,000 calls in 256 MB; the body is one text in memory while it goes up, so it is kept small.
  limits: { maxCalls: 100_000, maxBytes: 8_000_000 },

  async submit({ client, signal }, bodies) {
    const requests = Array.from(bodies, ({ id, body }) => ({
      custom_id: id,
      params: body as MessageCreateParamsNonStreaming,
    }));
    return batchIdOf(await client.messages.batches.create({ requests }, { signal }));
  },

  async poll({ client, signal }, batchId) {
    const batch = readBatch(batchSchema, await client.messages.batches.retrieve(batchId, {}, { signal }));
    if (typeof batch.archived_at === 'string') return { phase: 'gone' };
    const { processing = 0, succeeded = 0, errored = 0, canceled = 0, expired = 0 } = batch.request_counts ?? {};
    const done = succeeded + errored + canceled + expired;
    return {
      phase: batch.processing_status === 'ended' ? 'ended' : 'open',
      counts: { total: processing + done, done },
    };
  },

  async *results({ client, signal, context }, batchId) {
    // Not the SDK's own method: that follows an address which the answer names, with the key, and gives up at a damaged line.
    const response = await client
      .get(`/v1/messages/batches/${encodeURIComponent(batchId)}/results`, {
        signal,
        headers: { Accept: 'application/x-jsonl' },
      })
      .asResponse();
    for await (const { custom_id: id, result } of parsedLines(response, lineSchema))
      yield { id, outcome: outcomeOf(result, context) };
  },

  cancel: ({ client, signal }, batchId) => client.messages.batches.cancel(batchId, {}, { signal }),
};

function outcomeOf(result: z.infer<typeof lineSchema>['result'], context: CallContext): BatchOutcome {
  switch (result.type) {
    case 'expired':
      return { kind: 'expired' };
    case 'canceled':
      return { kind: 'cancelled' };
    case 'errored':
      return failedOutcome(statusFailure(statusOf(result.error), result.error), context);
    case 'succeeded':
      return readOutcome(readAnthropicReply, result.message, context);
  }
}

/** The API wraps the error in a body as single calls get it; the type stands inside. */
function statusOf(body: unknown): number {
  const inner = z.object({ error: typedError }).safeParse(body).data?.error ?? typedError.safeParse(body).data;
  return statuses.get(inner?.type ?? '') ?? 500;
}
