import { jsonExcess } from '../text/jsonExcess';
import { AnswerError, statusFailure, unreadable } from './sdkFailure';

/** In bytes after decompression. */
export interface BodyLimits {
  /** Limit for a reply, an error or the state of a batch. */
  readonly reply: number;
  /** Limit for the results of a whole batch, which are read line by line. */
  readonly results: number;
  /** Time to wait for an error's text after its status; five seconds unless set. */
  readonly errorMs?: number;
}

/** A reply of a million tokens has some 4 MB. A batch has up to 100,000 calls, at 20 kB each. */
export const usualBodyLimits: BodyLimits = { reply: 8_000_000, results: 2_000_000_000 };

/** Where Anthropic and OpenAI keep the results of a batch. */
const resultsAddress = /\/batches\/[^/]+\/results$|\/files\/[^/]+\/content$/;

/** Rejects with `AnswerError` beyond the limit or for an error status, whose body it reads itself. */
export function boundedFetch(inner: typeof fetch, limits: BodyLimits = usualBodyLimits): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    const { body, status, headers } = response;
    if (status < 200 || status > 599) {
      // Nobody reads this body, and an unread body keeps the connection.
      await body?.cancel();
      throw unreadable(`the status ${status} does not exist in HTTP`);
    }
    if (status >= 300) {
      const bytes = body === null ? undefined : await readError(body, limits.errorMs);
      const text = bytes?.toString('utf8') ?? (await response.text());
      // The SDKs walk through all levels of JSON.
      const isDeep = /^\s*[[{]/.test(text) && jsonExcess(text) !== undefined;
      throw new AnswerError(statusFailure(status, isDeep ? '' : text, headers));
    }
    if (body === null) return response;
    const limit = resultsAddress.test(pathOf(input)) ? limits.results : limits.reply;
    return new Response(body.pipeThrough(bounded(limit)), { status, statusText: response.statusText, headers });
  };
}

function bounded(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let left = limit;
  return new TransformStream({
    transform(piece, controller) {
      left -= piece.byteLength;
      // The error also cancels the body, which frees the connection.
      if (left < 0) throw new AnswerError({ kind: 'tooLong', largestBytes: limit });
      controller.enqueue(piece);
    },
  });
}

function pathOf(input: Parameters<typeof fetch>[0]): string {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  return URL.canParse(address) ? new URL(address).pathname : '';
}

/** Bytes of an error's body; the status tells most about it. */
const longestError = 1_000_000;

/** The part of an error's body that arrives within `patienceMs`. A broken body counts as a whole one. */
async function readError(body: ReadableStream<Uint8Array>, patienceMs = 5_000): Promise<Buffer<ArrayBuffer>> {
  const reader = body.getReader();
  // Ends the pending read as if the body were over.
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => void cancel(), patienceMs);
  const pieces: Uint8Array[] = [];
  let left = longestError;
  try {
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value.subarray(0, left));
      left -= value.byteLength;
    }
  } catch {
    // The status is known.
  } finally {
    clearTimeout(timer);
  }
  await cancel();
  return Buffer.concat(pieces);
}

interface OwnServer {
  readonly apiKey: string | undefined;
  readonly official: boolean;
  /** Header for the key; without one, `authorization` as a bearer token. */
  readonly keyHeader?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A `fetch` for one server. Refuses redirects with `AnswerError`: key and samples would go along. */
export function ownServerFetch(inner: typeof fetch, server: OwnServer): typeof fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const headers = sentHeaders(new Headers(init?.headers), init?.body, server);
    const response = await inner(input, { ...init, headers, redirect: 'manual' });
    const to = redirectedTo(response, asked);
    if (to === undefined) return response;
    // Nobody reads this body, and an unread body keeps the connection.
    await response.body?.cancel();
    const status = response.status === 0 ? undefined : response.status;
    throw new AnswerError({ kind: 'redirect', status, from: asked.host, to: named(to, asked) });
  };
}

function sentHeaders(given: Headers, body: RequestInit['body'], server: OwnServer): Headers {
  const { apiKey, official, keyHeader = 'authorization', headers = {} } = server;
  const sent = official ? given : new Headers({ accept: '*/*', 'user-agent': 'tutor-prompt-lab' });
  if (official) for (const name of ['x-api-key', 'cookie', 'proxy-authorization']) sent.delete(name);
  else {
    // Keeps the SDK's date, because the form of the bodies depends on it.
    const version = given.get('anthropic-version') ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(version)) sent.set('anthropic-version', version);
    // A form sets its own type with its boundary.
    if (typeof body === 'string') sent.set('content-type', 'application/json');
    if (apiKey !== undefined && keyHeader.toLowerCase() === 'authorization' && given.has('x-api-key'))
      sent.set('x-api-key', apiKey);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  if (apiKey !== undefined)
    sent.set(keyHeader, keyHeader.toLowerCase() === 'authorization' ? `Bearer ${apiKey}` : apiKey);
  return sent;
}

/** Target of a redirect, or the other origin that answered; empty where it is hidden. */
function redirectedTo({ status, headers, type, url, redirected }: Response, asked: URL): string | undefined {
  if (type === 'opaqueredirect') return '';
  if (status >= 300 && status < 400 && headers.has('location')) return headers.get('location') ?? '';
  // An editor's fetch may follow redirects on its own.
  const isElsewhere = redirected || (URL.canParse(url) && new URL(url).origin !== asked.origin);
  return isElsewhere ? url : undefined;
}

/** Foreign text in a message, cut down to the part that shows the target. */
function named(location: string, asked: URL): string | undefined {
  if (location === '' || !URL.canParse(location, asked.href)) return undefined;
  const { host, origin, pathname } = new URL(location, asked.href);
  return (origin === asked.origin ? host + pathname : host).slice(0, 200) || undefined;
}
