import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom, type Random } from '../../src/core/statistics/random';
import { startBatchServer, type BatchServer } from '../loopback/batchServer';
import { isRecord, type ModelRequest } from '../loopback/modelRequest';
import { hostileJson, hostileText, pick } from './hostileValues';
import { mutateJson } from './mutateJson';

/** A local model server with both APIs and their batches. It is honest until it is told to spoil its answers. */
export class MutatingServer {
  url = '';
  /** Of the case that spoils answers; `undefined` for an honest server. */
  #seed: string | undefined;
  /** How often each request came: what becomes of it follows from that and its words, not from what comes beside it. */
  readonly #times = new Map<string, number>();
  readonly models: BatchServer;
  readonly #server: Server;

  private constructor(models: BatchServer) {
    this.models = models;
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      void this.#pass(request, response).catch(() => response.destroy());
    });
  }

  static async start(polls = 1): Promise<MutatingServer> {
    const server: MutatingServer = new MutatingServer(
      await startBatchServer({ polls, reply: (request) => server.#say(request) }),
    );
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  /** Spoils answers from now on as the seed says; `undefined` for honest ones. */
  spoil(seed: string | undefined): void {
    this.#seed = seed;
    this.#times.clear();
  }

  #draw(...request: readonly string[]): Random | undefined {
    if (this.#seed === undefined) return undefined;
    // Another port each time.
    const words = request.join(' ').replace(/127\.0\.0\.1:\d+/g, '');
    const times = (this.#times.get(words) ?? 0) + 1;
    this.#times.set(words, times);
    return createRandom(`${this.#seed} ${times} ${words}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await Promise.all([new Promise((resolve) => this.#server.close(resolve)), this.models.close()]);
  }

  #say(request: ModelRequest): string {
    const honest = honestReply(request);
    const random = this.#draw('say', JSON.stringify(request.body));
    if (random === undefined || random.next() < 0.5) return honest;
    return mutateJson(honest, random) ?? pick([hostileText, hostileJson], random)(random);
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const name of ['content-type', 'authorization', 'x-api-key', 'anthropic-version'])
      if (typeof incoming.headers[name] === 'string') headers.set(name, incoming.headers[name]);
    const { method = 'GET', url = '/' } = incoming;
    const answer = await fetch(this.models.url + url, {
      method,
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' };
    const random = this.#draw(method, url, Buffer.concat(chunks).toString('latin1'));
    if (random === undefined || random.next() < 0.4) response.writeHead(answer.status, type).end(body);
    else this.#spoil({ status: answer.status, type, body }, response, random);
  }

  #spoil(
    { status, type, body }: { readonly status: number; readonly type: Record<string, string>; readonly body: Buffer },
    response: ServerResponse,
    random: Random,
  ): void {
    const text = body.toString('utf8');
    const spoiled = pick(
      [
        () => mutateJson(text, random) ?? text,
        () => mutateJson(text, random) ?? text,
        () =>
          text
            .split('\n')
            .map((line) => mutateJson(line, random) ?? line)
            .join('\n'),
        () => hostileJson(random),
        () => hostileText(random),
        () => text.slice(0, random.int(text.length + 1)),
        () => text + hostileText(random),
        () => JSON.stringify({ error: JSON.parse(errorMember(random)) as unknown }),
        () => `{"error":${hostileJson(random)}}`,
        () => `{"error":{"message":${hostileJson(random)},"code":${hostileJson(random)}}}`,
      ],
      random,
    )();
    const code =
      random.next() < 0.7 ? status : pick([200, 201, 204, 301, 400, 401, 404, 413, 429, 500, 529, 599], random);
    const location = code === 301 ? { location: 'http://127.0.0.1:22222/v1' } : {};
    const extra = random.next() < 0.7 ? {} : pick(headers, random);
    response.writeHead(code, { ...type, ...location, ...extra }).end(code === 204 ? undefined : spoiled);
  }
}

function errorMember(random: Random): string {
  const member = hostileJson(random);
  try {
    // Deeper than a parser of this test may go.
    return member.length > 500_000 ? 'null' : JSON.stringify(JSON.parse(member));
  } catch {
    return 'null';
  }
}

const headers: readonly Record<string, string>[] = [
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip, deflate' },
  { 'content-type': 'text/event-stream' },
  { 'retry-after': '1e308' },
  { 'retry-after': '-1' },
  { 'retry-after-ms': 'NaN' },
  { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '9999999h' },
  { 'anthropic-ratelimit-requests-remaining': '-1', 'anthropic-ratelimit-requests-reset': '2026-13-45T00:00:00Z' },
  { 'request-id': '\u009b31m' },
  { 'x-should-retry': 'true' },
];

/** What a tutor or a judge would say: an object that fits the schema that is asked for, or a sentence. */
function honestReply({ body, messages }: ModelRequest): string {
  const schema = schemaIn(body);
  return schema === undefined
    ? `You said ${messages.at(-1)?.text.length ?? 0} characters. What follows?`
    : JSON.stringify(fitting(schema));
}

function schemaIn(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.schema) && isRecord(value.schema.properties)) return value.schema;
  for (const [name, member] of Object.entries(value)) {
    const found = name === 'messages' ? undefined : schemaIn(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fitting(schema: unknown): unknown {
  if (!isRecord(schema)) return 'Read as asked.';
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return fitting(schema.anyOf[0]);
  if ('const' in schema) return schema.const;
  if (isRecord(schema.properties))
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, fitting(one)]));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'array':
      return [fitting(schema.items)];
    default:
      return 'Read as asked.';
  }
}
