import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { AnswerError, unreadable } from './sdkFailure';

/** A `fetch` for models' short JSON calls that keeps connections and is much cheaper. Other calls go to `usual`. */
export function keptFetch(usual: typeof fetch = fetch): typeof fetch {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init;
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : undefined;
    if (url === undefined || method.toUpperCase() !== 'POST' || typeof body !== 'string') return usual(input, init);
    const address = new URL(url);
    const { protocol } = address;
    if (protocol !== 'http:' && protocol !== 'https:') return usual(input, init);
    signal?.throwIfAborted();
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'content-length': Buffer.byteLength(body) };
    const request = protocol === 'http:' ? requestHttp : requestHttps;
    const options = { method: 'POST', headers, agent: agents[protocol], signal: signal ?? undefined };
    try {
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(address, options);
        call.on('response', resolve);
        call.on('upgrade', (_, socket) => {
          socket.destroy();
          reject(unreadable('the server wants to speak another protocol'));
        });
        call.on('error', reject);
        call.end(body);
      });
      return responseOf(message);
    } catch (error) {
      // Otherwise an abort looks like a cut connection.
      signal?.throwIfAborted();
      if (AnswerError.is(error)) throw error;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

/** Unpacks a compressed body, and removes its encoding from the headers. */
function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  if (status < 200 || status > 599) {
    message.destroy();
    throw unreadable(`the status ${status} does not exist in HTTP`);
  }
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  // These have no body.
  if (status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, { status, statusText, headers });
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const decoder = encoding === 'br' ? createBrotliDecompress : createUnzip;
  const isPacked = /^(?:br|deflate|(?:x-)?gzip)$/.test(encoding);
  if (isPacked) for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  // The reader of the body gets the error.
  const body = isPacked ? pipeline(message, decoder(), () => undefined) : message;
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, statusText, headers });
}
