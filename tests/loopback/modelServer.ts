import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultErrorBody, type Fault } from './faults';
import type { ApiKind, ModelRequest, ScriptedReply } from './modelRequest';
import { readRequest, replyBody } from './wireFormats';

export interface ModelServerOptions {
  /** What the model says; a fixed sentence by default. */
  readonly reply?: (request: ModelRequest) => string | ScriptedReply;
  /** Something that goes wrong with this call, instead of a reply. */
  readonly fault?: (request: ModelRequest) => Fault | undefined;
  /** Time from the end of a request to its reply, in milliseconds. */
  readonly latencyMs?: number;
  /** Lines of its list of models; it has none unless set. */
  readonly models?: readonly object[];
  /** Turned off for long measurements, which would otherwise hold every prompt in memory. */
  readonly recordRequests?: boolean;
}

/** A running server. `inFlight` counts requests that arrived in full and have no complete answer yet. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  readonly calls: number;
  readonly inFlight: number;
  readonly peakInFlight: number;
  /** Resolves when request number `call` (counted from 1) has arrived. */
  arrived(call: number): Promise<void>;
  close(): Promise<void>;
}

const paths: Readonly<Record<string, ApiKind>> = { '/v1/chat/completions': 'openai', '/v1/messages': 'anthropic' };

class LoopbackModelServer implements ModelServer {
  readonly requests: ModelRequest[] = [];
  calls = 0;
  inFlight = 0;
  peakInFlight = 0;
  url = '';
  readonly #options: ModelServerOptions;
  readonly #server: Server;
  readonly #arrivals: { readonly call: number; resolve(): void }[] = [];

  constructor(options: ModelServerOptions) {
    this.#options = options;
    // Longer than any pause of a run, so that a client never meets a connection that is just closing.
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => this.#receive(request, response));
  }

  listen(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => {
        this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
        resolve(this);
      });
    });
  }

  arrived(call: number): Promise<void> {
    if (this.calls >= call) return Promise.resolve();
    return new Promise((resolve) => this.#arrivals.push({ call, resolve }));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #receive(incoming: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => this.#answerLater(incoming, response, Buffer.concat(chunks).toString('utf8')));
  }

  #answerLater(incoming: IncomingMessage, response: ServerResponse, text: string): void {
    const path = incoming.url ?? '';
    if (path === '/v1/models' && this.#options.models !== undefined) {
      sendJson(response, 200, { object: 'list', data: this.#options.models });
      return;
    }
    const api = paths[path];
    if (api === undefined) {
      sendJson(response, 404, { error: { message: `Nothing at ${path}.` } });
      return;
    }
    this.calls += 1;
    this.inFlight += 1;
    this.peakInFlight = Math.max(this.peakInFlight, this.inFlight);
    response.once('close', () => (this.inFlight -= 1));
    const request = readRequest(api, this.calls, path, incoming.headers, JSON.parse(text));
    if (this.#options.recordRequests !== false) this.requests.push(request);
    for (const arrival of this.#arrivals.filter(({ call }) => call === request.call)) arrival.resolve();
    const { latencyMs = 0 } = this.#options;
    if (latencyMs === 0) this.#answer(request, response);
    else setTimeout(() => this.#answer(request, response), latencyMs);
  }

  #answer(request: ModelRequest, response: ServerResponse): void {
    const fault = this.#options.fault?.(request);
    const scripted = this.#options.reply?.(request) ?? 'What have you tried so far?';
    const body = replyBody(request, typeof scripted === 'string' ? { text: scripted } : scripted);
    if (fault === undefined) sendJson(response, 200, body);
    else commit(fault, request, response, JSON.stringify(body));
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
}

function commit(fault: Fault, request: ModelRequest, response: ServerResponse, reply: string): void {
  const json = { 'content-type': 'application/json' };
  switch (fault.kind) {
    case 'status':
      sendJson(response, fault.status, fault.body ?? defaultErrorBody(request.api, fault.status), { ...fault.headers });
      break;
    case 'cutBody':
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(reply) });
      response.write(reply.slice(0, reply.length / 2), () => response.destroy());
      break;
    case 'malformedJson':
      response.writeHead(200, json).end(reply.slice(0, reply.length / 2));
      break;
    case 'wrongContentType':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>');
      break;
    case 'hangsInBody':
      response.writeHead(200, json).write(reply.slice(0, reply.length / 2));
      break;
    case 'neverAnswers':
      break;
    case 'closesSocket':
      response.destroy();
      break;
  }
}

/** Starts a server on a free port of this machine that speaks Chat Completions and Messages. Close it when done. */
export function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  return new LoopbackModelServer(options).listen();
}
