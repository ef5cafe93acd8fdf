import * as z from 'zod';
import { describeBody, parsedBody } from './errorBody';
import type { FinishReason } from './message';
import type { ChatReply, TokenUsage } from './provider';
import { AnswerError, statusFailure, unreadable } from './sdkFailure';

// Compatible servers leave out much of the APIs, so only members in use are required.
const text = z.string().nullish().catch(undefined);
const model = z.string().optional().catch(undefined);
/** No model reads or writes more in a call. A larger number would spoil every sum. */
const tokens = z.number().nonnegative().max(100_000_000);
const count = tokens.nullish().catch(undefined);

const openAiUsage = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens.nullish(),
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(undefined),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(undefined),
  /** DeepSeek's name. */
  prompt_cache_hit_tokens: count,
});
/** Mistral and others send the content in parts, including their thinking. */
const openAiPart = z.union([z.string(), z.object({ type: text, text, refusal: text })]);
const openAiChoice = z.object({
  index: z.number().optional().catch(undefined),
  finish_reason: text,
  message: z.object({ content: z.union([z.string(), z.array(openAiPart)]).nullish(), refusal: text }).nullish(),
  error: z.unknown().optional(),
});
const openAiReply = z.object({
  model,
  choices: z.array(openAiChoice),
  usage: openAiUsage.nullish().catch(undefined),
});

const anthropicUsage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens.nullish(),
  cache_creation_input_tokens: tokens.nullish(),
  output_tokens_details: z.object({ thinking_tokens: tokens.nullish() }).nullish().catch(undefined),
});
const anthropicReply = z.object({
  model,
  content: z.union([z.string(), z.array(z.object({ type: z.string(), text }))]).nullish(),
  stop_reason: text,
  usage: anthropicUsage.nullish().catch(undefined),
});

const failedReply = z.object({ error: z.union([z.string(), z.looseObject({})]) });

/** A body without text is an empty reply, since it was paid for. Ignores reasoning parts. Throws `AnswerError`. */
export function readOpenAiReply(received: unknown): ChatReply {
  const missing = 'JSON without choices[0].message';
  const reply = read(openAiReply, received, missing);
  const usage = reply.usage ? openAiTokens(reply.usage) : undefined;
  const choice = reply.choices.find(({ index }) => index === 0) ?? reply.choices[0];
  if (choice?.error !== undefined && choice.error !== null)
    throw new AnswerError(statusFailure(200, { error: choice.error }));
  const isAnswer = choice?.message !== undefined || choice?.finish_reason !== undefined;
  // Gemini sends no choice for a blocked prompt, but counts its tokens.
  if (!isAnswer && usage === undefined) throw unreadable(missing);
  const content = choice?.message?.content ?? '';
  const parts = typeof content === 'string' ? [content] : content;
  const blocks = parts.map((one) => (typeof one === 'string' ? { type: 'text', text: one, refusal: '' } : one));
  const said = textOf(blocks);
  const refusal = choice?.message?.refusal ?? blocks.map((one) => one.refusal ?? '').join('');
  const finish = refusal === '' ? finishOf(choice?.finish_reason, usage) : 'refusal';
  // A refusal replaces the content, so the student would see it.
  return { text: said === '' ? refusal : said, finish, usage, model: reply.model };
}

/** Takes only the text blocks of a Messages body, so that no thinking gets in. Throws `AnswerError`. */
export function readAnthropicReply(received: unknown): ChatReply {
  const missing = 'JSON without a list of content blocks';
  const reply = read(anthropicReply, received, missing);
  if ((reply.content ?? reply.stop_reason ?? undefined) === undefined) throw unreadable(missing);
  const usage = reply.usage ? anthropicTokens(reply.usage) : undefined;
  const said = typeof reply.content === 'string' ? reply.content : textOf(reply.content ?? []);
  return { text: said, finish: finishOf(reply.stop_reason, usage), usage, model: reply.model };
}

function textOf(blocks: readonly { readonly type?: string | null; readonly text?: string | null }[]): string {
  return blocks.map(({ type, text: said }) => (type === 'text' ? (said ?? '') : '')).join('');
}

function read<Reply>(schema: z.ZodType<Reply>, received: unknown, missing: string): Reply {
  const body = parsedBody(received);
  if (failedReply.safeParse(body).success) throw new AnswerError(statusFailure(200, body));
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unreadable(describeBody(body, missing));
  return parsed.data;
}

const finishes: readonly (readonly [FinishReason | 'broken', ReadonlySet<string>])[] = [
  ['stop', new Set(['stop', 'eos', 'end_turn', 'stop_sequence'])],
  ['length', new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded'])],
  ['refusal', new Set(['content_filter', 'refusal', 'sensitive', 'safety', 'prohibited_content', 'blocklist', 'spii'])],
  ['broken', new Set(['error', 'network_error', 'insufficient_system_resource'])],
];

/** Throws if a server fault cut the reply short. */
function finishOf(reason: string | null | undefined, usage: TokenUsage | undefined): FinishReason {
  // "STOP", "content_filter: PROHIBITED_CONTENT".
  const name = (reason ?? '').toLowerCase().split(':')[0]?.trim() ?? '';
  const [finish] = finishes.find(([, names]) => names.has(name)) ?? ['other' as const];
  if (finish === 'broken') throw unreadable(`the model broke off (${reason ?? ''})`, usage);
  return finish;
}

/** Some routers report zeros because they have no counts. */
function openAiTokens(usage: z.infer<typeof openAiUsage>): TokenUsage | undefined {
  const { prompt_tokens: input, prompt_tokens_details: of } = usage;
  const written = usage.completion_tokens ?? undefined;
  // Gemini counts its thinking in the total only.
  const rest = (usage.total_tokens ?? 0) - input;
  const output = Math.max(written ?? 0, rest);
  if (written === undefined && rest <= 0) return undefined;
  const hidden = written !== undefined && output > written ? output - written : 0;
  const reasoning = Math.min(output, (usage.completion_tokens_details?.reasoning_tokens ?? 0) || hidden);
  // Cached tokens are part of the input, so they cannot exceed it.
  const cachedInput = Math.min(input, of?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0);
  const cacheWrite = Math.min(input - cachedInput, of?.cache_write_tokens ?? 0);
  return input === 0 && output === 0 ? undefined : countedTokens({ input, output, cachedInput, reasoning, cacheWrite });
}

/** Anthropic counts cached input apart from the rest. */
function anthropicTokens(usage: z.infer<typeof anthropicUsage>): TokenUsage | undefined {
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  const input = usage.input_tokens + cachedInput + cacheWrite;
  const output = usage.output_tokens;
  const reasoning = Math.min(output, usage.output_tokens_details?.thinking_tokens ?? 0);
  return input === 0 && output === 0 ? undefined : countedTokens({ input, output, cachedInput, reasoning, cacheWrite });
}

/** Drops optional members that are 0. */
export function countedTokens(all: Required<Omit<TokenUsage, 'batch'>>): TokenUsage {
  const { reasoning, cacheWrite, ...counted } = all;
  return { ...counted, ...(reasoning > 0 ? { reasoning } : {}), ...(cacheWrite > 0 ? { cacheWrite } : {}) };
}
