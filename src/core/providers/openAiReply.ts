import * as z from 'zod';
import { describeBody, parsedBody } from './errorBody';
import { finishOf } from './finishReason';
import type { ChatReply, TokenUsage } from './provider';
import { StatusError } from './statusError';
import { countedTokens, tokenCount } from './tokenCount';
import { UnreadableReplyError } from './unreadableReply';

const text = z.string().nullish().catch(undefined);
const count = tokenCount.nullish().catch(undefined);
/** Mistral and others send the content in parts, those of its thinking among them. */
const part = z.union([z.string(), z.object({ type: text, text, refusal: text })]);

const missing = 'JSON without choices[0].message';
// Compatible servers leave out much of what OpenAI promises, so only what is used is asked for.
const choiceSchema = z.object({
  index: z.number().optional().catch(undefined),
  finish_reason: text,
  message: z.object({ content: z.union([z.string(), z.array(part)]).nullish(), refusal: text }).nullish(),
  error: z.unknown().optional(),
});
const usageSchema = z.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount.nullish(),
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(undefined),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(undefined),
  /** DeepSeek. */
  prompt_cache_hit_tokens: count,
});
const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  choices: z.array(choiceSchema),
  usage: usageSchema.nullish().catch(undefined),
});

/**
 * Reads a body of Chat Completions. A well-formed one without text is a reply with an empty text, since it was paid for. Reasoning that
 * a server puts into a field or part of its own is left there. Throws `StatusError` for an error in a good status and
 * `UnreadableReplyError` for what is neither.
 */
export function readOpenAiReply(received: unknown): ChatReply {
  const body = parsedBody(received);
  const failed = z.object({ error: z.union([z.string(), z.looseObject({})]) }).safeParse(body);
  if (failed.success) throw new StatusError(200, body);
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) throw new UnreadableReplyError(describeBody(body, missing));
  const { choices, model } = parsed.data;
  const usage = tokenUsage(parsed.data.usage);
  const choice = choices.find(({ index }) => index === 0) ?? choices[0];
  if (choice?.error !== undefined && choice.error !== null) throw new StatusError(200, { error: choice.error });
  const isAnswer = choice?.message !== undefined || choice?.finish_reason !== undefined;
  // Gemini gives no choice where it blocks a prompt, and counts its tokens.
  if (!isAnswer && usage === undefined) throw new UnreadableReplyError(describeBody(body, missing));
  const said = contentOf(choice?.message?.content);
  const refusal = choice?.message?.refusal ?? said.refusal;
  const finish = finishOf(choice?.finish_reason);
  if (finish === 'broken') {
    throw new UnreadableReplyError(`the model broke off (${choice?.finish_reason ?? ''})`, usage);
  }
  return {
    // A refusal comes in place of the content; the student would see it all the same.
    text: said.text === '' ? refusal : said.text,
    finish: refusal === '' ? finish : 'refusal',
    usage,
    model,
  };
}

type Content = NonNullable<z.infer<typeof choiceSchema>['message']>['content'];

function contentOf(content: Content): { readonly text: string; readonly refusal: string } {
  if (!Array.isArray(content)) return { text: content ?? '', refusal: '' };
  const parts = content.map((one) => (typeof one === 'string' ? { type: 'text', text: one, refusal: undefined } : one));
  return {
    text: parts.map((one) => (one.type === 'text' ? (one.text ?? '') : '')).join(''),
    refusal: parts.map((one) => one.refusal ?? '').join(''),
  };
}

/** Zeros come from routers that know nothing. */
function tokenUsage(usage: z.infer<typeof usageSchema> | null | undefined): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const { prompt_tokens: input, prompt_tokens_details: of, completion_tokens: written } = usage;
  // Gemini counts its thinking in the total alone.
  const rest = (usage.total_tokens ?? 0) - input;
  const output = Math.max(written ?? 0, rest);
  if ((written ?? undefined) === undefined && rest <= 0) return undefined;
  if (input === 0 && output === 0) return undefined;
  const hidden = written !== undefined && written !== null && output > written ? output - written : 0;
  const reasoning = Math.min(output, (usage.completion_tokens_details?.reasoning_tokens ?? 0) || hidden);
  // Both are of the input: no more can be read from a cache or written to it than there is.
  const cachedInput = Math.min(input, of?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0);
  const cacheWrite = Math.min(input - cachedInput, of?.cache_write_tokens ?? 0);
  return countedTokens({ input, output, cachedInput, reasoning, cacheWrite });
}
