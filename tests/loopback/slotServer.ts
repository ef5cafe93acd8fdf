import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/core/run/clock';
import { simulatedAnswer } from './faultyServerReplies';
import { readRequest, replyBody } from './wireFormats';

export interface SlotServerOptions {
  /** Calls that are worked out at a time. */
  readonly slots: number;
  /** What each takes, in milliseconds of the server's clock. */
  readonly callMs: number;
  /** How many calls are with the server once all have come that are on their way now. */
  readonly callsExpected: (server: SlotServer) => number;
}

interface WaitingCall {
  readonly model: string;
  readonly arrivedAt: number;
  readonly endsAt: number;
  answer(): void;
}

/**
 * A home server such as Ollama: accepts all calls and answers a few at a time in order of arrival. Its clock only
 * advances with an answer, once all expected calls are there. So the machine's speed does not matter.
 */
export class SlotServer {
  url = '';
  /** Requests that arrived in full. */
  calls = 0;
  /** Answers that were written out whole. */
  answered = 0;
  /** Requests whose client was gone before that. */
  abandoned = 0;
  /** From the arrival of a call to its answer. */
  longestMs = 0;
  /** Answers by model, as they are sent off. */
  readonly answersOf = new Map<string, number>();
  readonly clock: Clock = {
    now: () => this.#now,
    elapsed: () => this.#now,
    delay: () => Promise.reject(new Error('Nothing is waited for beside a slot.')),
  };
  readonly #options: SlotServerOptions;
  readonly #server: Server;
  readonly #freeAt: number[];
  #line: WaitingCall[] = [];
  #now = 0;

  constructor(options: SlotServerOptions) {
    this.#options = options;
    this.#freeAt = Array.from({ length: options.slots }, () => 0);
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

  /** To be called when the number of expected calls has changed. */
  work(): void {
    if (this.#line.length === 0 || this.#line.length < this.#options.callsExpected(this)) return;
    const next = this.#line.reduce((first, call) => (call.endsAt < first.endsAt ? call : first));
    this.#line = this.#line.filter((call) => call !== next);
    this.#now = next.endsAt;
    this.longestMs = Math.max(this.longestMs, next.endsAt - next.arrivedAt);
    this.answersOf.set(next.model, (this.answersOf.get(next.model) ?? 0) + 1);
    next.answer();
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    this.calls += 1;
    response.once('close', () => {
      if (response.writableFinished) this.answered += 1;
      else this.abandoned += 1;
      this.work();
    });
    const path = incoming.url ?? '';
    const api = path.endsWith('/messages') ? 'anthropic' : 'openai';
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    const request = readRequest(api, this.calls, path, incoming.headers, body);
    const slot = this.#freeAt.indexOf(Math.min(...this.#freeAt));
    const endsAt = Math.max(this.#now, this.#freeAt[slot] ?? 0) + this.#options.callMs;
    this.#freeAt[slot] = endsAt;
    const answer = (): void => {
      const text = JSON.stringify(replyBody(request, { text: simulatedAnswer(request) }));
      if (response.destroyed) return;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    };
    this.#line.push({ model: request.model, arrivedAt: this.#now, endsAt, answer });
    this.work();
  }
}

/** Starts one. Close it when done. */
export function startSlotServer(options: SlotServerOptions): Promise<SlotServer> {
  return new SlotServer(options).listen();
}
