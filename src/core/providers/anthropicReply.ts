import * as z from 'zod';
import { describeBody, parsedBody } from './errorBody';
import { finishOf } from './finishReason';
import type { ChatReply, TokenUsage } from './provider';
import { StatusError } from './statusError';
import { countedTokens, tokenCount } from './tokenCount';
import { UnreadableReplyError } from './unreadableReply';

const text = z.string().nullish().catch(undefined);
const count = tokenCount.nullish();
const block = z.object({ type: z.string(), text });
const missing = 'JSON without a list of content blocks';
const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  content: z.union([z.string(), z.array(block)]).nullish(),
  stop_reason: text,
  usage: z
    .object({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
      output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/**
 * Reads a body of Messages: the text blocks alone, so that no thinking gets in. One without any is a reply with an empty text, since it
 * was paid for. Throws `StatusError` for an error in a good status and `UnreadableReplyError` for what is neither.
 */
export function readAnthropicReply(received: unknown): ChatReply {
  const body = parsedBody(received);
  const failed = z.object({ error: z.union([z.string(), z.looseObject({})]) }).safeParse(body);
  if (failed.success) throw new StatusError(200, body);
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) throw new UnreadableReplyError(describeBody(body, missing));
  const { content, stop_reason: stopReason, model } = parsed.data;
  if ((content ?? undefined) === undefined && (stopReason ?? undefined) === undefined)
    throw new UnreadableReplyError(describeBody(body, missing));
  const finish = finishOf(stopReason);
  if (finish === 'broken') {
    throw new UnreadableReplyError(`the model broke off (${stopReason ?? ''})`, tokenUsage(parsed.data.usage));
  }
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  return {
    text: blocks.map((one) => (one.type === 'text' ? (one.text ?? '') : '')).join(''),
    finish,
    usage: tokenUsage(parsed.data.usage),
    model,
  };
}

/** Anthropic counts input that was read from or written to the cache apart from the rest. */
function tokenUsage(usage: z.infer<typeof replySchema>['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  const input = usage.input_tokens + cachedInput + cacheWrite;
  const output = usage.output_tokens;
  if (input === 0 && output === 0) return undefined;
  const reasoning = Math.min(output, usage.output_tokens_details?.thinking_tokens ?? 0);
  return countedTokens({ input, output, cachedInput, reasoning, cacheWrite });
}
