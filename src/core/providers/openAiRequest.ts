import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatMessage } from '../dialogue/dialogue';
import { loadImage, textWithAlternatives } from './imageSource';
import type { ChatRequest } from './provider';
import { type RequestShape, tokenCeiling } from './requestShape';
import { strictSchema } from './strictSchema';

/** The messages of a request for Chat Completions, with local images read. Throws `ProviderError` for an image. */
export async function openAiMessages(request: ChatRequest, provider: string): Promise<ChatCompletionMessageParam[]> {
  const messages = await Promise.all(request.messages.map((message) => openAiMessage(message, provider)));
  // `system` and not `developer`: compatible servers know no other, and OpenAI reads it as `developer` where it must.
  return request.system === '' ? messages : [{ role: 'system', content: request.system }, ...messages];
}

async function openAiMessage(message: ChatMessage, provider: string): Promise<ChatCompletionMessageParam> {
  if (message.role === 'assistant') return { role: 'assistant', content: textWithAlternatives(message) };
  if (message.images === undefined || message.images.length === 0) return { role: 'user', content: message.content };
  const images = await Promise.all(
    message.images.map(async (image): Promise<ChatCompletionContentPart> => {
      const source = await loadImage(image, provider);
      const url = source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.base64}`;
      return { type: 'image_url', image_url: { url } };
    }),
  );
  return { role: 'user', content: [{ type: 'text', text: message.content }, ...images] };
}

/** The body of one attempt in the given shape. */
export function openAiBody(
  request: ChatRequest,
  messages: ChatCompletionMessageParam[],
  shape: RequestShape,
): ChatCompletionCreateParamsNonStreaming {
  return {
    ...request.extra,
    model: request.model,
    messages,
    [shape.tokenLimit]: tokenCeiling(request, shape),
    ...(shape.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(shape.effort && request.effort !== undefined ? { reasoning_effort: request.effort } : {}),
    ...responseFormat(request, shape),
  };
}

function responseFormat(
  request: ChatRequest,
  shape: RequestShape,
): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  if (request.schema === undefined || shape.structured === 'none') return {};
  if (shape.structured === 'object') return { response_format: { type: 'json_object' } };
  const strict = strictSchema(request.schema.json, 'bounds');
  return {
    response_format: {
      type: 'json_schema',
      json_schema: {
        // The API takes letters, digits, underscore and dash, at most 64.
        name: request.schema.name.replace(/[^\w-]/g, '_').slice(0, 64),
        schema: { ...(strict ?? request.schema.json) },
        strict: strict !== undefined,
      },
    },
  };
}
