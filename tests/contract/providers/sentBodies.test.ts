import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { missingNote, publicFile, publicJson } from '../../unit/mrbench/publicFile';
import { BatchServer } from '../../loopback/batchServer';
import { type DescribedSchemas, faultsOf } from './describedBody';
import { answerSchema, chatRequest, testKey } from './providerSubject';

const root = join(import.meta.dirname, '../../..');

type Body = Readonly<Record<string, unknown>>;

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = { url: `data:image/png;base64,${pixel}`, mediaType: 'image/png' };
const picture = { ...image, url: 'https://example.org/a.png', alt: 'a number line' };
const dialogue: ChatRequest['messages'] = [
  { role: 'user', content: 'What is 3/4 of 12?', images: [image, picture] },
  { role: 'assistant', content: 'What is a quarter of 12?', images: [picture] },
  { role: 'user', content: '3' },
];
const asked: Readonly<Record<string, Partial<ChatRequest>>> = {
  plain: {},
  'without a system prompt': { system: '' },
  temperature: { temperature: 0.7 },
  effort: { effort: 'low' },
  schema: { schema: answerSchema },
  'a schema that cannot be strict': {
    schema: { name: 'free keys', json: { type: 'object', properties: {}, additionalProperties: { type: 'number' } } },
  },
  images: { messages: dialogue },
  all: { messages: dialogue, temperature: 0, effort: 'high', schema: answerSchema, maxOutputTokens: 60_000 },
};

/** Bodies as they leave the program, for the vendor's own address and for others; none of them gets there. */
async function capture(create: typeof createOpenAiProvider): Promise<ReadonlyMap<string, Body>> {
  const bodies = new Map<string, Body>();
  for (const [name, changes] of Object.entries(asked)) {
    for (const baseUrl of [undefined, 'http://127.0.0.1:9']) {
      const keep: typeof fetch = (_, init) => {
        bodies.set(
          `${name}${baseUrl === undefined ? '' : ', another server'}`,
          JSON.parse(typeof init?.body === 'string' ? init.body : '') as Body,
        );
        return Promise.resolve(new Response('{}', { status: 400 }));
      };
      const provider = create({ apiKey: testKey, fetch: keep, ...(baseUrl && { baseUrl }) }, new ShapeMemory());
      await provider.complete(chatRequest(changes), new AbortController().signal).catch(() => undefined);
    }
  }
  return bodies;
}

/** Bodies of the lines of a batch. */
async function captureBatch(create: typeof createOpenAiProvider): Promise<ReadonlyMap<string, Body>> {
  const server = await new BatchServer({}).listen();
  try {
    const provider = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const calls = Object.entries(asked).map(([, changes], index) => ({
      id: `c${index}`,
      request: chatRequest(changes),
    }));
    await provider.batches?.submit(calls, new AbortController().signal);
    const held = server.batches.flatMap((batch) => batch.calls);
    return new Map(held.map(({ id, request }) => [`batch ${id}`, request.body]));
  } finally {
    await server.close();
  }
}

interface TypedBody {
  readonly name: string;
  readonly type: string;
  readonly body: Body;
}

/** Names of bodies that fail to compile as their types. One program for all, because each takes seconds. */
function misfits(bodies: readonly TypedBody[]): readonly string[] {
  const file = join(root, 'tests/contract/providers/capturedBodies.ts');
  const head = [
    "import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';",
    "import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';",
    // Compatible servers take a temperature, which the SDK no longer knows.
    'type Messages = MessageCreateParamsNonStreaming & { temperature?: number };',
  ];
  const lines = bodies.map(({ type, body }, index) => `export const body${index}: ${type} = ${JSON.stringify(body)};`);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const source = ts.createSourceFile(file, [...head, ...lines].join('\n'), ts.ScriptTarget.ES2022);
  host.getSourceFile = (name, ...rest) => (name === file ? source : read(name, ...rest));
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host), source);
  const places = found.map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line - head.length);
  return [...new Set(places)].map((place) => bodies[place]?.name ?? 'the imports');
}

let openAi: ReadonlyMap<string, Body> = new Map();
let anthropic: ReadonlyMap<string, Body> = new Map();
beforeAll(async () => {
  openAi = new Map([...(await capture(createOpenAiProvider)), ...(await captureBatch(createOpenAiProvider))]);
  anthropic = new Map([...(await capture(createAnthropicProvider)), ...(await captureBatch(createAnthropicProvider))]);
});

describe('bodies as they are sent', () => {
  it('fit the types of both SDKs, which find what is misspelled, of another type or missing', () => {
    const typed = ([type, bodies]: readonly [string, ReadonlyMap<string, Body>]): TypedBody[] =>
      [...bodies].map(([name, body]) => ({ name, type, body }));
    const all = (
      [
        ['ChatCompletionCreateParamsNonStreaming', openAi],
        ['Messages', anthropic],
      ] as const
    ).flatMap(typed);
    expect(all).toHaveLength(2 * 3 * Object.keys(asked).length);
    const spoiled = all
      .slice(0, 1)
      .concat(all.slice(-1))
      .flatMap(({ type, body: { messages, ...body } }) => [
        { name: 'misspelled', type, body: { ...body, messages, max_token: 7 } },
        { name: 'of another type', type, body: { ...body, messages, max_tokens: 'many' } },
        { name: 'missing', type, body },
      ]);
    expect(misfits([...all, ...spoiled])).toEqual(spoiled.map(({ name }) => name));
  });
});

const published = 'api/openai-chat-batch.openapi.json';
describe.skipIf(publicFile(`data/${published}`) === undefined)(
  `bodies for OpenAI and the published description${missingNote([`data/${published}`])}`,
  () => {
    const check = (body: Body): readonly string[] => {
      const { components } = publicJson(`data/${published}`) as { components: { schemas: DescribedSchemas } };
      return faultsOf(components.schemas, { $ref: '#/components/schemas/CreateChatCompletionRequest' }, body);
    };

    it('fit', () => {
      for (const [name, body] of openAi) expect([name, check(body)]).toEqual([name, []]);
    });

    it.each<[string, Body]>([
      ['max_token is not described', { max_token: 7 }],
      [
        'response_format.json_schema lacks name',
        { response_format: { type: 'json_schema', json_schema: { schema: {} } } },
      ],
      ['temperature is above 2', { temperature: 3 }],
      ['messages[0]', { messages: [{ role: 'system', contents: 'x' }] }],
    ])('are at fault where %s', (fault, change) => {
      expect(check({ ...openAi.get('plain'), ...change }).join('\n')).toContain(fault);
    });
  },
);
