import { AnswerError } from './sdkFailure';

export interface OwnServer {
  readonly apiKey: string | undefined;
  readonly official: boolean;
  /** Header that carries the key: `authorization`, as a bearer token, unless set. */
  readonly keyHeader?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A `fetch` for one server. It follows no redirect, since key, prompt and samples would go along: it rejects with `AnswerError`. Headers
 * that the SDKs take from the environment replace no authorization, and reach no other server than the provider's own.
 */
export function ownServerFetch(inner: typeof fetch, server: OwnServer): typeof fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const headers = sentHeaders(new Headers(init?.headers), init?.body, server);
    const response = await inner(input, { ...init, headers, redirect: 'manual' });
    const to = redirectedTo(response, asked);
    if (to === undefined) return response;
    // Nobody reads it, and what is not read keeps the connection.
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
    // The date is the SDK's own: the form of the bodies depends on it.
    const version = given.get('anthropic-version') ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(version)) sent.set('anthropic-version', version);
    // A form names its own type, with what stands between its parts.
    if (typeof body === 'string') sent.set('content-type', 'application/json');
    if (apiKey !== undefined && keyHeader.toLowerCase() === 'authorization' && given.has('x-api-key'))
      sent.set('x-api-key', apiKey);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  if (apiKey !== undefined)
    sent.set(keyHeader, keyHeader.toLowerCase() === 'authorization' ? `Bearer ${apiKey}` : apiKey);
  return sent;
}

/** Where a response comes from or points to, if that is not what was asked; empty where it hides that. */
function redirectedTo({ status, headers, type, url, redirected }: Response, asked: URL): string | undefined {
  if (type === 'opaqueredirect') return '';
  if (status >= 300 && status < 400 && headers.has('location')) return headers.get('location') ?? '';
  // An editor may bring a fetch of its own, which follows whatever it is told.
  const isElsewhere = redirected || (URL.canParse(url) && new URL(url).origin !== asked.origin);
  return isElsewhere ? url : undefined;
}

/** A foreign text in a message: no more of it than tells where it points. */
function named(location: string, asked: URL): string | undefined {
  if (location === '' || !URL.canParse(location, asked.href)) return undefined;
  const { host, origin, pathname } = new URL(location, asked.href);
  return (origin === asked.origin ? host + pathname : host).slice(0, 200) || undefined;
}
