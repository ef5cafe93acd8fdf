import { isOfficial, type ApiAddress } from './baseUrl';
import type { ProviderOptions } from './providerEntry';
import { ProviderError } from './providerError';

/** Sent where a server asks for no key: the SDKs refuse to work without one. */
const placeholderKey = 'no-key';

/** Whose key it is. */
export interface KeyOwner {
  readonly id: string;
  readonly title: string;
  readonly needsKey: boolean;
  /** How it is set, in a sentence. */
  readonly advice: string;
}

/**
 * The key to send. Throws `ProviderError` (`auth`) when one is needed and missing, or could not travel in an HTTP
 * header: `fetch` would then quote it in its own error.
 */
export function usableApiKey(given: string, { id, title, needsKey, advice }: KeyOwner): string {
  const key = given.trim();
  if (key === '' && !needsKey) return placeholderKey;
  if (key === '') throw new ProviderError(`${title} needs a key. ${advice}`, { failure: 'auth', provider: id });
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError(
      `The key for ${title} has spaces or characters that no key has; it was probably copied with something else. ${advice}`,
      { failure: 'auth', provider: id },
    );
  }
  return key;
}

/** How a key is set that may stand in a variable of the environment. */
export function keyAdvice(keyVariable: string | undefined): string {
  return keyVariable === undefined
    ? 'Run Set API Key; for the command line, add “keyVariable” to the connection and export that variable.'
    : `Run Set API Key or export ${keyVariable}.`;
}

/** What is told of a server that got no key and asks for one. */
export const keylessAdvice =
  'It got none: a key goes to its own provider only. Name this server as a connection with a key of its own, in the setting tutorPromptLab.connections or with --connection.';

/** The options with the key only where the server is the provider's own: another one gets no key unless a connection says so. */
export function withOwnKey(address: ApiAddress, options: ProviderOptions): ProviderOptions {
  return isOfficial(address, options.baseUrl) ? options : { ...options, apiKey: '' };
}
