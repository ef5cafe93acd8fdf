import { ProviderError } from './provider';

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Uses the proxy of `HTTPS_PROXY` or `HTTP_PROXY`, except for this machine and hosts in `NO_PROXY`; lower case wins.
 * Other requests go to `direct`. Throws `ProviderError` (`badRequest`) for an invalid proxy.
 */
export function proxiedFetch(env: Environment, direct: typeof fetch): typeof fetch {
  const http = proxyIn(env, 'http_proxy');
  const https = proxyIn(env, 'https_proxy') ?? http;
  if (https === undefined) return direct;
  const spared = (env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase().split(/[,\s]+/);
  const agents = new Map<string, unknown>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = url.protocol === 'https:' ? https : http;
    if (proxy === undefined || loopback.test(url.hostname) || spared.some((entry) => isSpared(url, entry)))
      return direct(input, init);
    const { createProxyAgent } = await import('./proxyAgent');
    const dispatcher = agents.get(proxy) ?? createProxyAgent(proxy);
    agents.set(proxy, dispatcher);
    return fetch(input, Object.assign({}, init, { dispatcher }));
  };
}

function proxyIn(env: Environment, name: string): string | undefined {
  const text = (env[name] ?? env[name.toUpperCase()] ?? '').trim();
  if (text === '') return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  // Not quoted, because it may contain a password.
  throw new ProviderError(
    `The variable ${name.toUpperCase()} is not the address of an http or https proxy. Write http://HOST:PORT, or unset it.`,
    { failure: 'badRequest', provider: '' },
  );
}

/** An entry is `*`, or a host with its subdomains, with or without a port. */
function isSpared({ protocol, hostname, port }: URL, entry: string): boolean {
  const [, host = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (entry === '*') return true;
  if (host === '' || (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80')))) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}
