import { ProxyAgent } from 'undici';

/**
 * What leads the requests of a `fetch` through a proxy. In a file of its own: the library is loaded only where there is a proxy, and
 * the bundle gives no names to a library of this kind that is imported while running.
 */
export function createProxyAgent(uri: string): ProxyAgent {
  // The deadline of a call is its own: models may think for longer than the agent would wait.
  return new ProxyAgent({ uri, headersTimeout: 0, bodyTimeout: 0 });
}
