import { request as requestHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import { usualBodyLimits, type BodyLimits } from './boundedFetch';
import { decodeBody } from './decodeBody';
import { ReplyTooLongError } from './replyTooLong';
import { UnreadableReplyError } from './unreadableReply';

/** Statuses whose responses have no body, so that `Response` takes none. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for the short JSON calls of models: over connections that are kept, each body read whole before it resolves. It takes much
 * less processor time than the one that comes with Node, and fails in the same ways. What is no such call goes to `usual`: forms,
 * streams, redirects, and the results of batches, which are too long to be held.
 */
export function keptFetch(usual: typeof fetch = fetch, { reply: longest }: BodyLimits = usualBodyLimits): typeof fetch {
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
    const options = { method: 'POST', headers, agent: agents[protocol], ...(signal ? { signal } : {}) };
    const request = protocol === 'http:' ? requestHttp : requestHttps;
    try {
      const response = await new Promise<Response>((resolve, reject) => {
        const call = request(address, options, (message) => {
          readResponse(message, longest).then(resolve, reject);
        });
        call.on('error', reject);
        call.end(body);
      });
      return isRedirect(response) ? await usual(input, init) : response;
    } catch (error) {
      // As a cut connection is what it looks like otherwise.
      signal?.throwIfAborted();
      if (ReplyTooLongError.is(error) || UnreadableReplyError.is(error)) throw error;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

async function readResponse(message: IncomingMessage, longest: number): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new UnreadableReplyError(`the status ${status} is none of HTTP`);
  }
  const pieces: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const piece of message as AsyncIterable<Buffer>) {
    length += piece.byteLength;
    // Of an error, the status says more than a text that does not end.
    if (length > longest && status >= 400) break;
    if (length > longest) throw new ReplyTooLongError(longest);
    pieces.push(piece);
  }
  const headers = new Headers();
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    headers.append(rawHeaders[place] ?? '', rawHeaders[place + 1] ?? '');
  }
  const body = await decodeBody(Buffer.concat(pieces), headers, longest);
  return new Response(withoutBody.has(status) ? null : body, { status, statusText, headers });
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}
