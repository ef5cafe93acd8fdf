import { ProviderError } from './provider';

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * A `fetch` that goes through the proxy that `HTTPS_PROXY` or `HTTP_PROXY` names, but for the hosts of `NO_PROXY` and those of this
 * machine; lower case wins over upper case. All else goes to `direct`. Throws `ProviderError` (`badRequest`) for a proxy that is none.
 */
export function proxiedFetch(env: Environment, direct: typeof fetch): typeof fetch {
  const http = proxyIn(env, 'http_proxy');
  const https = proxyIn(env, 'https_proxy') ?? http;
  if (https === undefined) return direct;
  const spared = (env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase().split(/[,\s]+/);
  const agents = new Map<string, Promise<unknown>>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = url.protocol === 'https:' ? https : http;
    if (proxy === undefined || loopback.test(url.hostname) || spared.some((entry) => isSpared(url, entry)))
      return direct(input, init);
    let agent = agents.get(proxy);
    if (agent === undefined) agents.set(proxy, (agent = agentFor(proxy)));
    return fetch(input, Object.assign({}, init, { dispatcher: await agent }));
  };
}

async function agentFor(proxy: string): Promise<unknown> {
  const { createProxyAgent } = await import('./proxyAgent');
  return createProxyAgent(proxy);
}

function proxyIn(env: Environment, name: string): string | undefined {
  const text = (env[name] ?? env[name.toUpperCase()] ?? '').trim();
  if (text === '') return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  // Not quoted: a password may be part of it.
  throw new ProviderError(
    `The variable ${name.toUpperCase()} holds no address of an http or https proxy. Write http://HOST:PORT, or unset it.`,
    { failure: 'badRequest', provider: '' },
  );
}

/** An entry is `*`, or a host with those below it, with or without a port. */
function isSpared({ protocol, hostname, port }: URL, entry: string): boolean {
  const [, host = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (entry === '*') return true;
  if (host === '' || (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80')))) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}
