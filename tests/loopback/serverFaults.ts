import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultErrorBody } from './faults';
import type { ModelRequest } from './modelRequest';

/** What may go wrong with a call. `wrongShape` is of judges only: an answer that breaks its schema. */
export const faultKinds = [
  'rateLimit',
  'rateLimitAsking',
  'serverError',
  'overloaded',
  'droppedSocket',
  'cutBody',
  'malformedJson',
  'wrongShape',
  'endlessBody',
  'stall',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One refusal with a status, before anything is worked out. */
export function refuse(
  request: ModelRequest,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(defaultErrorBody(request.api, status));
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Seconds that `rateLimitAsking` asks for. */
const askedSeconds = '1';
/** A piece of an endless body, and milliseconds between two of them. */
const piece = ' '.repeat(1_024);
const pieceMs = 10;

/** Makes a call fail; `whole` is the body of a good answer. Stalls and wrong shapes are made elsewhere. */
export function goWrong(
  kind: Exclude<FaultKind, 'stall' | 'wrongShape'>,
  request: ModelRequest,
  response: ServerResponse,
  whole: string,
): void {
  const json = { 'content-type': 'application/json' };
  switch (kind) {
    case 'rateLimit':
      refuse(request, response, 429);
      return;
    case 'rateLimitAsking':
      refuse(request, response, 429, { 'retry-after': askedSeconds });
      return;
    case 'serverError':
      refuse(request, response, 500);
      return;
    case 'overloaded':
      refuse(request, response, request.api === 'anthropic' ? 529 : 503);
      return;
    case 'droppedSocket':
      response.destroy();
      return;
    case 'cutBody':
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(whole) });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
      return;
    case 'malformedJson':
      response.writeHead(200, json).end(`${whole.slice(0, whole.length / 2)}}}`);
      return;
    case 'endlessBody':
      response.writeHead(200, json);
      void writeForever(response);
  }
}

/** Blanks may stand before any JSON: to a reader this is a body that is not over yet. */
async function writeForever(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(piece);
    await delay(pieceMs);
  }
}
