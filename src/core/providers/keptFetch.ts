import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { type BodyLimits, readError, usualBodyLimits, usualErrorMs } from './boundedFetch';
import { AnswerError, unreadable } from './sdkFailure';

/**
 * A `fetch` for the short JSON calls of models: over connections that are kept, each body read whole before it resolves.
 * It takes much less processor time than the one that comes with Node, and fails in the same ways. What is no such call
 * goes to `usual`: forms, streams, and the results of batches, which are too long to be held.
 */
export function keptFetch(usual: typeof fetch = fetch, limits: BodyLimits = usualBodyLimits): typeof fetch {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init;
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : undefined;
    if (url === undefined || method.toUpperCase() !== 'POST' || typeof body !== 'string') return usual(input, init);
    const address = new URL(url);
    const { protocol } = address;
    if (protocol !== 'http:' && protocol !== 'https:') return usual(input, init);
    signal?.throwIfAborted();
    const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    const headers = { ...Object.fromEntries(given), 'content-length': Buffer.byteLength(body) };
    const request = protocol === 'http:' ? requestHttp : requestHttps;
    try {
      const response = await new Promise<Response>((resolve, reject) => {
        const call = request(address, {
          method: 'POST',
          headers,
          agent: agents[protocol],
          signal: signal ?? undefined,
        });
        // Read in the same moment: what arrives with the headers would else go by unheard.
        call.on('response', (message) => {
          readResponse(message, limits).then(resolve, reject);
        });
        call.on('upgrade', (_, socket) => {
          socket.destroy();
          reject(unreadable('the server wants to speak another protocol'));
        });
        call.on('error', reject);
        call.end(body);
      });
      // One that was given up in its last moment is none.
      signal?.throwIfAborted();
      return response;
    } catch (error) {
      // As a cut connection is what it looks like otherwise.
      signal?.throwIfAborted();
      if (AnswerError.is(error)) throw error;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

async function readResponse(message: IncomingMessage, limits: BodyLimits): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  if (status < 200 || status > 599) {
    message.destroy();
    throw unreadable(`the status ${status} is none of HTTP`);
  }
  const isError = status >= 400;
  // Of an error, the status says more than a text that does not end.
  const body = isError
    ? await readError(Readable.toWeb(message) as ReadableStream<Uint8Array>, limits.errorMs ?? usualErrorMs)
    : await readBody(message, limits.reply);
  const headers = new Headers();
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    headers.append(rawHeaders[place] ?? '', rawHeaders[place + 1] ?? '');
  }
  const bytes = await decodeBody(body, headers, limits.reply).catch((error: unknown) => {
    if (isError) return Buffer.alloc(0);
    throw error;
  });
  return wholeResponse({ status, statusText, headers }, bytes);
}

/** By events, as an iterator over the pieces costs more than they do. What is over `longest` bytes closes the connection. */
function readBody(message: IncomingMessage, longest: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    message.on('data', (piece: Buffer) => {
      length += piece.byteLength;
      if (length <= longest) {
        pieces.push(piece);
        return;
      }
      reject(new AnswerError({ kind: 'tooLong', largestBytes: longest }));
      message.destroy();
    });
    message.on('end', () => resolve(Buffer.concat(pieces)));
    message.on('error', reject);
    message.on('close', () => {
      if (!message.complete) reject(new Error('The connection was closed within a response.'));
    });
  });
}

const unpack = promisify(unzip);
const unpackBrotli = promisify(brotliDecompress);

/**
 * A body as it was before it was compressed for the way, which `headers` then no longer say. Rejects with `AnswerError` beyond
 * `longest` bytes, and as zlib does for a damaged one.
 */
async function decodeBody(body: Buffer<ArrayBuffer>, headers: Headers, longest: number): Promise<Buffer<ArrayBuffer>> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const decode = encoding === 'br' ? unpackBrotli : unpack;
  if (!/^(?:br|deflate|(?:x-)?gzip)$/.test(encoding) || body.length === 0) return body;
  headers.delete('content-encoding');
  headers.delete('content-length');
  try {
    return await decode(body, { maxOutputLength: longest });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AnswerError({ kind: 'tooLong', largestBytes: longest });
    throw error;
  }
}

/**
 * A response whose body has been read to its end: `text` and `json` read it from memory, as often as they are asked. What Node's
 * own does, a stream for each body, takes a tenth of a millisecond of every call. `body` is null.
 */
function wholeResponse(init: ResponseInit, bytes: Buffer<ArrayBuffer>): Response {
  // Leaves a byte order mark out, as a response must.
  const text = (): string => new TextDecoder().decode(bytes);
  return Object.assign(new Response(null, init), {
    text: () => Promise.resolve(text()),
    // As a promise it rejects where it is no JSON.
    json: async (): Promise<unknown> => Promise.resolve(JSON.parse(text()) as unknown),
    arrayBuffer: () => Promise.resolve(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
  });
}
