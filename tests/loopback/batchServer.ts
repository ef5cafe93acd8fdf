import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resultLines, type CallFate, type HeldCall } from './batchLines';
import { isRecord, type ApiKind, type ModelRequest, type ScriptedReply } from './modelRequest';
import { errorBody, readRequest, replyBody } from './wireFormats';

/** A batch on the server. */
export interface HeldBatch {
  readonly id: string;
  readonly api: ApiKind;
  readonly calls: readonly HeldCall[];
  polls: number;
  state: 'open' | 'ended' | 'cancelling' | 'cancelled' | 'refused' | 'archived';
}

export interface BatchServerOptions {
  /** What the model says, in batches and alone. */
  readonly reply?: (request: ModelRequest) => string | ScriptedReply;
  /** What becomes of a call of the `batch`th batch, counted from 1; an answer unless it says otherwise. */
  readonly fate?: (request: ModelRequest, batch: number, id: string) => CallFate | undefined;
  /** Looks after which a batch has ended; it is held open until `end` when `Infinity`. 1 unless set. */
  readonly polls?: number;
  /** Answers that a cancelled batch has by then. */
  readonly doneBeforeCancel?: number;
  /** OpenAI: refuses the `batch`th batch as a whole. */
  readonly refusal?: (batch: number, calls: number) => { readonly code: string; readonly message: string } | undefined;
  /** Something that goes wrong with a request: the status that it gets, or `hang`. `count` is of this route, from 1. */
  readonly fault?: (route: BatchRoute, count: number) => number | 'hang' | 'cut' | undefined;
  readonly errorText?: string;
}

export type BatchRoute = 'upload' | 'submit' | 'poll' | 'results' | 'cancel' | 'single';

/** A server on this machine that speaks the batch APIs of OpenAI and of Anthropic, and answers single calls. */
export class BatchServer {
  readonly batches: HeldBatch[] = [];
  /** Requests by route, faulty ones included. */
  readonly counts: Record<BatchRoute, number> = { upload: 0, submit: 0, poll: 0, results: 0, cancel: 0, single: 0 };
  readonly singles: ModelRequest[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  url = '';
  readonly #options: BatchServerOptions;
  readonly #files = new Map<string, string>();
  readonly #server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void this.#receive(request, response);
  });

  constructor(options: BatchServerOptions) {
    this.#options = options;
  }

  listen(): Promise<this> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
        resolve(this);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Ends every batch that is open, as its calls' fates say. */
  end(): void {
    for (const batch of this.batches) if (batch.state === 'open') batch.state = 'ended';
  }

  /** Calls of all batches that were answered, as often as they were. */
  get answered(): readonly HeldCall[] {
    return this.batches
      .filter(({ state }) => state === 'ended' || state === 'cancelled')
      .flatMap(({ calls }) => calls.filter(({ fate }) => fate.kind === 'answer'));
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    this.headers.push(incoming.headers);
    const route = routeOf(incoming.method ?? '', incoming.url ?? '');
    if (route === undefined) {
      send(response, 404, { error: { message: `Nothing at ${incoming.url ?? ''}.` } });
      return;
    }
    const { kind, api, id } = route;
    this.counts[kind] += 1;
    const fault = this.#options.fault?.(kind, this.counts[kind]);
    if (fault === 'hang') return;
    if (typeof fault === 'number') {
      send(response, fault, errorBody(api, 'api_error', this.#options.errorText ?? `Scripted ${fault}.`));
      return;
    }
    if (kind === 'upload') await this.#upload(incoming, body, response);
    else if (kind === 'single') this.#single(api, incoming, body, response);
    else if (kind === 'submit') this.#submit(api, incoming, body, response);
    else this.#ofBatch(kind, api, id, response, fault === 'cut');
  }

  async #upload(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = form.get('file');
    if (form.get('purpose') !== 'batch' || !(file instanceof File)) {
      send(response, 400, errorBody('openai', 'invalid_request_error', 'No file for a batch.'));
      return;
    }
    const id = `file-${this.#files.size + 1}`;
    this.#files.set(id, await file.text());
    send(response, 200, { id, object: 'file', purpose: 'batch' });
  }

  #submit(api: ApiKind, incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const given: unknown = JSON.parse(body.toString('utf8'));
    const number = this.batches.length + 1;
    const calls = this.#callsOf(api, given).map(({ id, json }): HeldCall => {
      const request = readRequest(api, number, incoming.url ?? '', incoming.headers, json);
      const fate = this.#options.fate?.(request, number, id) ?? { kind: 'answer', reply: this.#say(request) };
      return { id, request, fate };
    });
    const batch: HeldBatch = {
      id: `${api === 'openai' ? 'batch' : 'msgbatch'}_${number}`,
      api,
      calls,
      polls: 0,
      state: 'open',
    };
    if (this.#options.refusal?.(number, calls.length) !== undefined) batch.state = 'refused';
    this.batches.push(batch);
    send(response, 200, this.#state(batch, number));
  }

  #callsOf(api: ApiKind, given: unknown): readonly { readonly id: string; readonly json: unknown }[] {
    if (!isRecord(given)) return [];
    if (api === 'anthropic') {
      const requests = (Array.isArray(given.requests) ? given.requests : []).filter(isRecord);
      return requests.map(({ custom_id: id, params }) => ({ id: String(id), json: params }));
    }
    const lines = (this.#files.get(String(given.input_file_id)) ?? '').split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const { custom_id: id, body, method, url } = JSON.parse(line) as Record<string, unknown>;
      if (method !== 'POST' || url !== '/v1/chat/completions') throw new Error('Not a line of a batch.');
      return { id: String(id), json: body };
    });
  }

  #ofBatch(kind: BatchRoute, api: ApiKind, id: string, response: ServerResponse, cut: boolean): void {
    const side = id.startsWith('answers_') ? 'answers' : id.startsWith('errors_') ? 'errors' : 'all';
    const batchId = side === 'all' ? id : id.slice(side.length + 1);
    const batch = this.batches.find((held) => held.id === batchId);
    if (batch === undefined || (kind === 'results' && batch.state === 'archived')) {
      send(response, 404, errorBody(api, 'not_found_error', 'No such batch.'));
      return;
    }
    if (kind === 'cancel') {
      if (batch.state === 'open') batch.state = 'cancelling';
      send(response, 200, this.#state(batch, 0));
      return;
    }
    if (kind === 'results') {
      const text = resultLines(api, this.#results(batch), side);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      if (cut) response.write(text.slice(0, text.length / 2), () => response.destroy());
      else response.end(text);
      return;
    }
    batch.polls += 1;
    if (batch.state === 'cancelling' && batch.polls > 1) batch.state = 'cancelled';
    if (batch.state === 'open' && batch.polls >= (this.#options.polls ?? 1)) batch.state = 'ended';
    send(response, 200, this.#state(batch, this.batches.indexOf(batch) + 1));
  }

  #results(batch: HeldBatch): readonly HeldCall[] {
    if (batch.state !== 'cancelled') return batch.calls;
    const done = this.#options.doneBeforeCancel ?? 0;
    return batch.calls.map((call, index) => (index < done ? call : { ...call, fate: { kind: 'cancel' } }));
  }

  #state(batch: HeldBatch, number: number): unknown {
    const { id, api, calls, state } = batch;
    const over = state === 'ended' || state === 'cancelled';
    if (api === 'anthropic') {
      return {
        id,
        type: 'message_batch',
        processing_status:
          over || state === 'archived' ? 'ended' : state === 'cancelling' ? 'canceling' : 'in_progress',
        archived_at: state === 'archived' ? '2026-01-01T00:00:00Z' : null,
        results_url: over ? 'http://elsewhere.invalid/results' : null,
        request_counts: {
          processing: over ? 0 : calls.length,
          ...{ succeeded: over ? calls.length : 0, errored: 0, canceled: 0, expired: 0 },
        },
      };
    }
    const refusal = state === 'refused' ? this.#options.refusal?.(number, calls.length) : undefined;
    const names = { open: 'in_progress', ended: 'completed', refused: 'failed', archived: 'completed' } as const;
    return {
      id,
      object: 'batch',
      status: state === 'cancelling' || state === 'cancelled' ? state : names[state],
      output_file_id: over || state === 'archived' ? `answers_${id}` : null,
      error_file_id: over ? `errors_${id}` : null,
      request_counts: { total: calls.length, completed: over ? calls.length : 0, failed: 0 },
      errors: refusal === undefined ? null : { object: 'list', data: [{ ...refusal, line: null, param: null }] },
    };
  }

  #single(api: ApiKind, incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const json: unknown = JSON.parse(body.toString('utf8'));
    const request = readRequest(api, this.counts.single, incoming.url ?? '', incoming.headers, json);
    this.singles.push(request);
    // Alone, a call meets the same server: what it refuses in a batch for its form it refuses here too.
    const fate = this.#options.fate?.(request, 0, '') ?? { kind: 'answer', reply: this.#say(request) };
    if (fate.kind === 'refuse') send(response, fate.status, errorBody(api, fate.type, fate.message));
    else {
      const reply = fate.kind === 'answer' ? fate.reply : this.#say(request);
      send(response, 200, replyBody(request, typeof reply === 'string' ? { text: reply } : reply));
    }
  }

  #say(request: ModelRequest): string | ScriptedReply {
    return this.#options.reply?.(request) ?? 'What have you tried so far?';
  }
}

interface Route {
  readonly kind: BatchRoute;
  readonly api: ApiKind;
  readonly id: string;
}

function routeOf(method: string, url: string): Route | undefined {
  const path = new URL(url, 'http://localhost').pathname;
  const routes: readonly (readonly [string, RegExp, BatchRoute, ApiKind])[] = [
    ['POST', /^\/v1\/chat\/completions$/, 'single', 'openai'],
    ['POST', /^\/v1\/messages$/, 'single', 'anthropic'],
    ['POST', /^\/v1\/files$/, 'upload', 'openai'],
    ['GET', /^\/v1\/files\/([^/]+)\/content$/, 'results', 'openai'],
    ['POST', /^\/v1\/batches$/, 'submit', 'openai'],
    ['GET', /^\/v1\/batches\/([^/]+)$/, 'poll', 'openai'],
    ['POST', /^\/v1\/batches\/([^/]+)\/cancel$/, 'cancel', 'openai'],
    ['POST', /^\/v1\/messages\/batches$/, 'submit', 'anthropic'],
    ['GET', /^\/v1\/messages\/batches\/([^/]+)$/, 'poll', 'anthropic'],
    ['GET', /^\/v1\/messages\/batches\/([^/]+)\/results$/, 'results', 'anthropic'],
    ['POST', /^\/v1\/messages\/batches\/([^/]+)\/cancel$/, 'cancel', 'anthropic'],
  ];
  for (const [verb, pattern, kind, api] of routes) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match !== null) return { kind, api, id: match[1] ?? '' };
  }
  return undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a server on a free port. Close it when done. */
export function startBatchServer(options: BatchServerOptions = {}): Promise<BatchServer> {
  return new BatchServer(options).listen();
}
