import { ProviderError } from './providerError';

/** Sent where a server asks for no key: the SDKs refuse to work without one. */
const placeholderKey = 'no-key';

/**
 * The key to send. Throws `ProviderError` (`auth`) when one is needed and missing, or could not travel in an HTTP
 * header: `fetch` would then quote it in its own error.
 */
export function usableApiKey(
  given: string,
  provider: { readonly id: string; readonly title: string; readonly keyVariable: string; readonly official: boolean },
): string {
  const key = given.trim();
  if (key === '' && !provider.official) return placeholderKey;
  if (key === '') {
    throw new ProviderError(`${provider.title} needs a key. Run Set API Key or export ${provider.keyVariable}.`, {
      failure: 'auth',
      provider: provider.id,
    });
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError(
      `The key for ${provider.title} has spaces or characters that no key has; it was probably copied with something else. ` +
        `Run Set API Key or export ${provider.keyVariable} again.`,
      { failure: 'auth', provider: provider.id },
    );
  }
  return key;
}
