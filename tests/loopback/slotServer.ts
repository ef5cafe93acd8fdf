import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { simulatedAnswer } from './faultyServerReplies';
import { readRequest, replyBody } from './wireFormats';

export interface SlotServerOptions {
  /** Calls that are worked out at a time. */
  readonly slots: number;
  /** What each takes, in milliseconds. */
  readonly callMs: number;
}

/**
 * A home server such as Ollama: it takes every connection, refuses nobody, and works out so many calls at a time in the order in which
 * they came.
 */
export class SlotServer {
  url = '';
  /** Requests that arrived in full. */
  calls = 0;
  /** Answers that were written out whole. */
  answered = 0;
  /** Requests whose client was gone before that. */
  abandoned = 0;
  inFlight = 0;
  readonly #options: SlotServerOptions;
  readonly #server: Server;
  readonly #line: (() => Promise<void>)[] = [];
  #busy = 0;

  constructor(options: SlotServerOptions) {
    this.#options = options;
    this.#server = createServer(
      { keepAliveTimeout: 60_000 },
      (request, response) => void this.#take(request, response),
    );
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    this.calls += 1;
    this.inFlight += 1;
    response.once('close', () => {
      this.inFlight -= 1;
      if (response.writableFinished) this.answered += 1;
      else this.abandoned += 1;
    });
    const path = incoming.url ?? '';
    const api = path.endsWith('/messages') ? 'anthropic' : 'openai';
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    const request = readRequest(api, this.calls, path, incoming.headers, body);
    this.#line.push(async () => {
      await delay(this.#options.callMs);
      const answer = JSON.stringify(replyBody(request, { text: simulatedAnswer(request) }));
      if (response.destroyed) return;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
      response.end(answer);
    });
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy >= this.#options.slots) return;
    this.#busy += 1;
    for (let next = this.#line.shift(); next !== undefined; next = this.#line.shift()) await next();
    this.#busy -= 1;
  }
}

/** Starts one. Close it when done. */
export function startSlotServer(options: SlotServerOptions): Promise<SlotServer> {
  return new SlotServer(options).listen();
}
