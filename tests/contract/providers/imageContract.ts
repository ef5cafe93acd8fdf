import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/providers/message';
import type { Fault } from '../../loopback/faults';
import { isRecord } from '../../loopback/modelRequest';
import { errorBody } from '../../loopback/wireFormats';
import { pngUrl, tinyPng } from '../../toyBenchmarks/tinyImages';
import { answerSchema, chatRequest, failureOf, providerBench, type ProviderSubject } from './providerSubject';

const withImage: readonly ChatMessage[] = [
  { role: 'user', content: 'Look at my work.', images: [{ url: pngUrl(), mediaType: 'image/png' }] },
];

/** How servers say that a model takes no images at all, as public reports quote them; the last three are made up. */
const refusals: readonly (readonly [server: string, status: number, words: string])[] = [
  ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
  ['llama.cpp', 500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  ['vLLM', 400, 'Qwen/Qwen3-8B is not a multimodal model'],
  ['vLLM, after a failure of its own', 500, 'Qwen/Qwen3-8B is not a multimodal model'],
  ['vLLM with a limit of none', 400, 'At most 0 image(s) may be provided in one prompt.'],
  ['Ollama', 500, 'this model is missing data required for image input'],
  ['Ollama’s cloud', 400, 'this model does not support image input (ref: b8bd630e-4a39-4b57-82af-9158ee9d5703)'],
  ['OpenRouter', 404, 'No endpoints found that support image input'],
  ['Anthropic', 400, "messages.0.content.0: 'some-text-model' does not support image input."],
  ['LM Studio', 400, 'Model does not support images. Please use a model that does.'],
  [
    'DeepSeek',
    400,
    'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 679289',
  ],
  ['a server with images switched off', 400, 'Image input is not enabled for this model'],
  ['a gateway', 422, 'This model cannot process images: vision capabilities are required.'],
  ['a server that is overloaded by it', 503, 'The loaded model has no vision support.'],
];

/** What is wrong with one image or one request, which another sample may not have. */
const others: readonly (readonly [words: string, status: number, failure: string])[] = [
  ['Could not process image', 400, 'badRequest'],
  [
    'messages.0.content.2.image.source.base64: image exceeds 5 MB maximum: 15908784 bytes > 5242880 bytes',
    400,
    'badRequest',
  ],
  [
    'messages.7.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    400,
    'badRequest',
  ],
  [
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    400,
    'badRequest',
  ],
  ['Invalid MIME type. Only image types are supported.', 400, 'badRequest'],
  ['The image format image/tiff is not supported.', 400, 'badRequest'],
  ['Images larger than 20 MB are not accepted.', 400, 'badRequest'],
  ['Too many images: the model does not support more than 5.', 400, 'badRequest'],
  [
    'The image data you provided does not represent a valid image. Please check your input and try again.',
    400,
    'badRequest',
  ],
  ["This model's maximum context length is 8192 tokens, your images and messages resulted in 9000.", 400, 'tooLarge'],
  ['The model `vision-pro` does not exist or you do not have access to it.', 404, 'badRequest'],
  ['Error while decoding the image.', 500, 'server'],
  ['You do not have the credit that image input requires.', 402, 'quota'],
  ['This key does not support vision models.', 403, 'auth'],
  ['Rate limit: image inputs are not accepted for 3 s.', 429, 'rateLimit'],
];

/** How a provider sends images, and how it tells a model that takes none from an image that is wrong. */
export function describeImages(subject: ProviderSubject): void {
  const { start, open, create } = providerBench(subject);
  const fault = (status: number, words: string): Fault => ({
    kind: 'status',
    status,
    body: errorBody(subject.id, status >= 500 ? 'server_error' : 'invalid_request_error', words),
  });
  const failAfterOneCall = async (given: Fault, changes: Parameters<typeof chatRequest>[0]) => {
    const server = await start({ fault: () => given });
    const error = await failureOf(create(server).complete(chatRequest(changes), open));
    expect(server.calls).toBe(1);
    return error;
  };

  describe('images in a data URL', () => {
    it('reach the server byte for byte, in the API’s own form and in order', async () => {
      // Every byte value, and large enough to arrive in many pieces.
      const noise = Buffer.concat(
        Array.from({ length: 20_000 }, (_, index) => createHash('sha256').update(String(index)).digest()),
      );
      const large = Buffer.concat([tinyPng(), noise]);
      const server = await start();
      const images = [large, tinyPng('second')].map((content) => ({ url: pngUrl(content), mediaType: 'image/png' }));
      const messages: ChatMessage[] = [
        { role: 'user', content: 'First', images },
        { role: 'assistant', content: 'I see.' },
        { role: 'user', content: '', images: images.slice(1) },
      ];
      await create(server).complete(chatRequest({ messages }), open);
      const received = server.requests[0]?.messages ?? [];
      const bytes = received.map((message) =>
        message.images.map((url) => Buffer.from(url.replace('data:image/png;base64,', ''), 'base64')),
      );
      expect(bytes.map((list) => list.map((content) => content.length))).toEqual([
        [large.length, tinyPng('second').length],
        [],
        [tinyPng('second').length],
      ]);
      expect(bytes[0]?.[0]?.equals(large)).toBe(true);
      expect(bytes[0]?.[1]?.equals(tinyPng('second'))).toBe(true);
      expect(received.map(({ text }) => text)).toEqual(['First', 'I see.', '']);
      const [{ content: parts } = { content: [] }] = (
        server.requests[0]?.body.messages as { content: unknown }[]
      ).filter(({ content }) => Array.isArray(content));
      const kinds = (parts as unknown[]).filter(isRecord).map(({ type }) => type);
      expect(kinds).toEqual(subject.id === 'openai' ? ['text', 'image_url', 'image_url'] : ['image', 'image', 'text']);
    });
  });

  describe('a model that takes no images', () => {
    it.each(refusals)('is known by the words of %s (%i)', async (_server, status, words) => {
      const error = await failAfterOneCall(fault(status, words), { messages: withImage });
      expect(error).toMatchObject({ failure: 'imagesRefused', retryable: false, status });
      expect(error.message).toContain('takes no images for "test-model"');
      expect(error.message).toContain('Choose a model with vision');
    });

    it.each(refusals)(
      'is known by the words of %s (%i) in a call for structured output',
      async (_server, status, words) => {
        const server = await start({ fault: () => fault(status, words) });
        const call = create(server).complete(chatRequest({ messages: withImage, schema: answerSchema }), open);
        expect(await failureOf(call)).toMatchObject({ failure: 'imagesRefused' });
      },
    );

    it.each([
      ['a plain string', { error: 'this model is missing data required for image input' }],
      ['plain text', 'This model does not support image input.'],
    ])('is known in a body that is %s', async (_name, body) => {
      const error = await failAfterOneCall({ kind: 'status', status: 400, body }, { messages: withImage });
      expect(error).toMatchObject({ failure: 'imagesRefused' });
    });

    it.each(refusals)(
      'is not supposed without an image in the call, whatever %s says (%i)',
      async (_, status, words) => {
        const error = await failAfterOneCall(fault(status, words), {});
        expect(error.failure).toBe(status === 503 ? 'overloaded' : status >= 500 ? 'server' : 'badRequest');
      },
    );
  });

  describe('a failure that is not about seeing', () => {
    it.each(others)('“%s” (%i) is %s', async (words, status, failure) => {
      const server = await start({ fault: () => fault(status, words) });
      const error = await failureOf(create(server).complete(chatRequest({ messages: withImage }), open));
      expect(error.failure).toBe(failure);
    });
  });
}
