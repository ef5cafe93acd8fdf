import * as z from 'zod';
import type { FinishReason } from '../dialogue/dialogue';
import type { ChatReply, TokenUsage } from './provider';
import { tokenCount } from './tokenCount';
import { UnreadableReplyError } from './unreadableReply';

// Compatible servers leave out much of what OpenAI promises, so only what is used is asked for.
const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish().catch(undefined),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish().catch(undefined) }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      prompt_tokens_details: z.object({ cached_tokens: tokenCount.nullish() }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'refusal',
};

/**
 * Reads a body of Chat Completions. Reasoning that a server puts into a field of its own is left there. Throws
 * `UnreadableReplyError`.
 */
export function readOpenAiReply(body: unknown): ChatReply {
  const parsed = replySchema.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined) throw new UnreadableReplyError(problemOf(body));
  const content = choice.message.content ?? '';
  const refusal = choice.message.refusal ?? '';
  return {
    // A refusal comes in place of the content; the student would see it all the same.
    text: content === '' ? refusal : content,
    finish: refusal !== '' ? 'refusal' : (finishReasons[choice.finish_reason ?? ''] ?? 'other'),
    usage: tokenUsage(parsed.data.usage),
    model: parsed.data.model,
  };
}

function tokenUsage(usage: z.infer<typeof replySchema>['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  return {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    // Of the input: no more can be read from a cache than there is.
    cachedInput: Math.min(usage.prompt_tokens, usage.prompt_tokens_details?.cached_tokens ?? 0),
  };
}

function problemOf(body: unknown): string {
  if (typeof body === 'string') return body.trim() === '' ? 'an empty body' : body;
  // Some routers report a failed upstream call with status 200.
  const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(body);
  return failed.success ? failed.data.error.message : 'JSON without choices[0].message';
}
