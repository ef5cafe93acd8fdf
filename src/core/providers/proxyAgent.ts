import { ProxyAgent } from 'undici';

/**
 * A file of its own, so that the library loads only where there is a proxy. The bundler cannot name exports of a
 * library of this kind that is imported at run time.
 */
export function createProxyAgent(uri: string): ProxyAgent {
  // Calls have their own deadline, and models may think longer than the agent would wait.
  return new ProxyAgent({ uri, headersTimeout: 0, bodyTimeout: 0 });
}
