import { ProxyAgent } from 'undici';

/** A file of its own, since the bundler cannot name exports of such a library when it is imported at run time. */
export function createProxyAgent(uri: string): ProxyAgent {
  // Calls have their own deadline, and models may think longer than the agent would wait.
  return new ProxyAgent({ uri, headersTimeout: 0, bodyTimeout: 0 });
}
