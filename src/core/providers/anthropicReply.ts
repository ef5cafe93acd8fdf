import * as z from 'zod';
import type { FinishReason } from '../dialogue/dialogue';
import type { ChatReply, TokenUsage } from './provider';
import { tokenCount } from './tokenCount';
import { UnreadableReplyError } from './unreadableReply';

const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  content: z.array(z.object({ type: z.string(), text: z.string().optional().catch(undefined) })),
  stop_reason: z.string().nullish().catch(undefined),
  usage: z
    .object({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      cache_read_input_tokens: tokenCount.nullish(),
      cache_creation_input_tokens: tokenCount.nullish(),
    })
    .nullish()
    .catch(undefined),
});

const finishReasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** Reads a body of Messages: the text blocks alone, so that no thinking gets in. Throws `UnreadableReplyError`. */
export function readAnthropicReply(body: unknown): ChatReply {
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) throw new UnreadableReplyError(problemOf(body));
  const { content, stop_reason: stopReason, usage, model } = parsed.data;
  return {
    text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
    finish: finishReasons[stopReason ?? ''] ?? 'other',
    usage: tokenUsage(usage),
    model,
  };
}

/** Anthropic counts input that was read from or written to the cache apart from the rest. */
function tokenUsage(usage: z.infer<typeof replySchema>['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  return {
    input: usage.input_tokens + cachedInput + cacheWrite,
    output: usage.output_tokens,
    cachedInput,
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
  };
}

function problemOf(body: unknown): string {
  if (typeof body === 'string') return body.trim() === '' ? 'an empty body' : body;
  const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(body);
  return failed.success ? failed.data.error.message : 'JSON without a list of content blocks';
}
