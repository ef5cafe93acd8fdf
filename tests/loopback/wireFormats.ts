import { type ApiKind, isRecord, type ModelRequest, receivedMessage, type ScriptedReply } from './modelRequest';

/** Reads a request body of either API. */
export function readRequest(
  api: ApiKind,
  call: number,
  path: string,
  headers: ModelRequest['headers'],
  json: unknown,
): ModelRequest {
  const body = isRecord(json) ? json : {};
  const all = (Array.isArray(body.messages) ? body.messages : []).map(receivedMessage);
  const system =
    api === 'openai'
      ? all
          .filter((message) => message.role === 'system')
          .map((message) => message.text)
          .join('\n')
      : receivedMessage({ role: 'system', content: body.system }).text;
  return {
    api,
    call,
    path,
    headers,
    body,
    model: String(body.model),
    system,
    messages: all.filter((message) => message.role !== 'system'),
  };
}

/** A reply in the form of the API that was asked. */
export function replyBody(request: ModelRequest, reply: ScriptedReply): unknown {
  return request.api === 'openai' ? openAiBody(request, reply) : anthropicBody(request, reply);
}

/** An error body as the API writes it; `code` and `param` exist with OpenAI only, where null is their "none". */
export function errorBody(
  api: ApiKind,
  type: string,
  message: string,
  extra: { readonly code?: string | undefined; readonly param?: string | undefined } = {},
): unknown {
  return api === 'openai'
    ? { error: { message, type, param: extra.param ?? null, code: extra.code ?? null } }
    : { type: 'error', error: { type, message }, request_id: 'req_loopback' };
}

function usageOf(request: ModelRequest, reply: ScriptedReply): NonNullable<ScriptedReply['usage']> | undefined {
  if (reply.usage === null) return undefined;
  const characters = request.system.length + request.messages.reduce((sum, message) => sum + message.text.length, 0);
  return reply.usage ?? { input: Math.ceil(characters / 4), output: Math.ceil(reply.text.length / 4) };
}

const openAiFinish = { stop: 'stop', length: 'length', refusal: 'content_filter', other: 'tool_calls' } as const;
const anthropicFinish = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal', other: 'pause_turn' } as const;

function openAiBody(request: ModelRequest, reply: ScriptedReply): unknown {
  const usage = usageOf(request, reply);
  return {
    id: `chatcmpl-${request.call}`,
    object: 'chat.completion',
    created: 1_760_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        // llama.cpp and vLLM put reasoning beside the content, in this field.
        message: { role: 'assistant', content: reply.text, refusal: null, reasoning_content: reply.thinking },
        logprobs: null,
        finish_reason: openAiFinish[reply.finish ?? 'stop'],
      },
    ],
    usage: usage && {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cachedRead ?? 0 },
      completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    },
  };
}

function anthropicBody(request: ModelRequest, reply: ScriptedReply): unknown {
  const usage = usageOf(request, reply);
  const read = usage?.cachedRead ?? 0;
  const written = usage?.cachedWrite ?? 0;
  return {
    id: `msg_${request.call}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [
      ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking: reply.thinking, signature: 'c2ln' }]),
      { type: 'text', text: reply.text, citations: null },
    ],
    stop_reason: anthropicFinish[reply.finish ?? 'stop'],
    stop_sequence: null,
    usage: usage && {
      input_tokens: usage.input - read - written,
      output_tokens: usage.output,
      output_tokens_details: { thinking_tokens: usage.reasoning ?? 0 },
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
    },
  };
}
