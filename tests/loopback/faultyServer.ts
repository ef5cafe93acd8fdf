import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from '../../src/core/statistics/random';
import { answerOfNoShape, contentOf, isJudgement, simulatedAnswer } from './faultyServerReplies';
import type { ApiKind, ModelRequest } from './modelRequest';
import { faultKinds, goWrong, refuse, type FaultKind } from './serverFaults';
import { readRequest, replyBody } from './wireFormats';

export interface FaultyServerOptions {
  readonly seed?: number;
  /** Share of calls that fail, 0 to 1. Seed, content and number of attempts decide which ones. */
  readonly share?: number;
  readonly kinds?: readonly FaultKind[];
  /** Time from the end of a request to its answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Time after which a stalled call is answered all the same, in milliseconds. */
  readonly stallMs?: number;
  /** Calls taken in a second, and in one go after a pause; what is beyond is refused with `retry-after`. */
  readonly callsASecond?: number;
  /** Refuses this call with `retry-after`, in seconds. */
  readonly retryAfter?: (request: ModelRequest) => number | undefined;
}

const paths: Readonly<Record<string, ApiKind>> = { '/v1/chat/completions': 'openai', '/v1/messages': 'anthropic' };

/** A provider with bad days, on loopback: Chat Completions and Messages at one address. */
export class FaultyServer {
  /** Whole good answers that were handed over, by content of the call: what a provider would have been paid for. */
  readonly answers = new Map<string, number>();
  readonly faults = new Map<FaultKind, number>();
  /** Requests that arrived in full. */
  calls = 0;
  /** Calls beyond `callsASecond`. */
  refused = 0;
  inFlight = 0;
  peakInFlight = 0;
  url = '';
  readonly #options: FaultyServerOptions;
  readonly #asked = new Map<string, number>();
  readonly #server: Server;
  #revoked = false;
  #tokens: number;
  #tokensAt = performance.now();

  constructor(options: FaultyServerOptions) {
    this.#options = options;
    this.#tokens = options.callsASecond ?? 0;
    // Longer than any pause of a run, so that a client never meets a connection that is just closing.
    this.#server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => this.#receive(request, response));
  }

  /** Listens on a free port, or on the one it had. */
  async listen(): Promise<this> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Gone, as far as anybody can tell: no socket listens and all connections are cut. `listen` brings it back. */
  leave(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** From now on every key is refused. */
  revokeKey(): void {
    this.#revoked = true;
  }

  restoreKey(): void {
    this.#revoked = false;
  }

  /** Good answers in all. */
  get answered(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Good answers beyond the first of each content. */
  get answeredAgain(): number {
    return this.answered - this.answers.size;
  }

  #receive(incoming: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A client that dies in the middle of its request is no fault of the server.
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const path = incoming.url ?? '';
      const api = paths[path];
      if (api === undefined) {
        response.writeHead(404).end();
        return;
      }
      this.calls += 1;
      this.inFlight += 1;
      this.peakInFlight = Math.max(this.peakInFlight, this.inFlight);
      response.once('close', () => (this.inFlight -= 1));
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const request = readRequest(api, this.calls, path, incoming.headers, body);
      setTimeout(() => this.#answer(request, response), this.#options.latencyMs ?? 0);
    });
  }

  #answer(request: ModelRequest, response: ServerResponse): void {
    if (response.destroyed) return;
    if (this.#revoked) {
      refuse(request, response, 401);
      return;
    }
    const seconds = this.#options.retryAfter?.(request) ?? this.#secondsUntilRoom();
    if (seconds !== undefined) {
      this.refused += 1;
      refuse(request, response, 429, { 'retry-after': String(seconds) });
      return;
    }
    const content = contentOf(request);
    const whole = JSON.stringify(replyBody(request, { text: simulatedAnswer(request) }));
    const fault = this.#faultOf(request, content);
    if (fault !== undefined) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    switch (fault) {
      case undefined:
        this.#hand(response, content, whole);
        break;
      case 'wrongShape':
        this.#hand(response, content, JSON.stringify(replyBody(request, { text: answerOfNoShape })));
        break;
      case 'stall':
        setTimeout(() => this.#hand(response, content, whole), this.#options.stallMs ?? 60_000).unref();
        break;
      default:
        goWrong(fault, request, response, whole);
    }
  }

  #hand(response: ServerResponse, content: string, body: string): void {
    if (response.destroyed) return;
    const length = Buffer.byteLength(body);
    // Paid for once it is written out, whether or not anybody is left to read it.
    response.once('finish', () => this.answers.set(content, (this.answers.get(content) ?? 0) + 1));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body);
  }

  #faultOf(request: ModelRequest, content: string): FaultKind | undefined {
    const { seed = 1, share = 0, kinds = faultKinds } = this.#options;
    if (share === 0) return undefined;
    const time = (this.#asked.get(content) ?? 0) + 1;
    this.#asked.set(content, time);
    const random = createRandom(`${seed}/${content}/${time}`);
    if (random.next() >= share) return undefined;
    const possible = isJudgement(request) ? kinds : kinds.filter((kind) => kind !== 'wrongShape');
    return possible[random.int(possible.length)];
  }

  /** Takes a token of the bucket; whole seconds to wait where it is empty. */
  #secondsUntilRoom(): number | undefined {
    const { callsASecond } = this.#options;
    if (callsASecond === undefined) return undefined;
    const now = performance.now();
    this.#tokens = Math.min(callsASecond, this.#tokens + ((now - this.#tokensAt) / 1_000) * callsASecond);
    this.#tokensAt = now;
    if (this.#tokens < 1) return 1;
    this.#tokens -= 1;
    return undefined;
  }
}

/** Starts one. `leave` when done. */
export function startFaultyServer(options: FaultyServerOptions = {}): Promise<FaultyServer> {
  return new FaultyServer(options).listen();
}
