import { ProviderError } from './provider';

/** What is fixed about the address of one provider's API. */
export interface ApiAddress {
  readonly provider: string;
  readonly title: string;
  /** As the SDK wants it, without a trailing slash. */
  readonly official: string;
  /** Where the API sits on a server whose URL has no path, for instance `/v1`; empty when the SDK adds it. */
  readonly defaultPath: string;
  /** Path endings that people paste and that the SDK adds itself. */
  readonly surplus: RegExp;
}

/** An address to call. `official` is false for every other server, also a local one. */
export interface ResolvedBaseUrl {
  readonly url: string;
  readonly official: boolean;
}

/**
 * Brings what a person wrote into the form the SDK needs: with or without `/v1`, a trailing slash, or the whole
 * endpoint. Throws `ProviderError` (`badRequest`) for anything that is not a plain http or https address.
 */
export function resolveBaseUrl(address: ApiAddress, given: string | undefined): ResolvedBaseUrl {
  const text = given?.trim() ?? '';
  if (text === '') return { url: address.official, official: true };
  // Not URL.parse: Node 20 does not have it.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw unusable(address, 'it is not an http or https address, like http://localhost:11434/v1');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    // Not quoted: a password or a key may be part of it.
    throw unusable(address, 'it has a user name, a password, a query or a fragment; give the plain address');
  }
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(address.surplus, '')
    .replace(/(?<!\/)\/+$/, '');
  const resolved = url.origin + (path === '' ? address.defaultPath : path);
  return { url: resolved, official: resolved === address.official };
}

/** Whether this names the provider's own server, which it is without any address too; false for what is no address. */
export function isOfficial(address: ApiAddress, given: string | undefined): boolean {
  try {
    return resolveBaseUrl(address, given).official;
  } catch (error) {
    // Whoever connects says what is wrong with it.
    if (ProviderError.is(error)) return false;
    throw error;
  }
}

function unusable(address: ApiAddress, reason: string): ProviderError {
  return new ProviderError(`The base URL for ${address.title} cannot be used: ${reason}.`, {
    failure: 'badRequest',
    provider: address.provider,
  });
}

export const openAiAddress: ApiAddress = {
  provider: 'openai',
  title: 'OpenAI',
  official: 'https://api.openai.com/v1',
  defaultPath: '/v1',
  surplus: /\/chat\/completions$/,
};

export const anthropicAddress: ApiAddress = {
  provider: 'anthropic',
  title: 'Anthropic',
  official: 'https://api.anthropic.com',
  defaultPath: '',
  surplus: /\/v1(\/messages)?$/,
};

const addresses: ReadonlyMap<string, ApiAddress> = new Map(
  [openAiAddress, anthropicAddress].map((address) => [address.provider, address]),
);

/**
 * The server that a base URL names: `undefined` for the provider's own, however that is written, so that it counts as the same as no
 * address in lanes, cache, prices and comparisons.
 */
export function serverAt(provider: string, written: string | undefined): string | undefined {
  const text = written?.trim() ?? '';
  const address = addresses.get(provider);
  return text === '' || (address !== undefined && isOfficial(address, text)) ? undefined : text;
}

/** Whether a base URL names the own server of whichever provider; true without one. */
export function isOwnServer(written: string | undefined): boolean {
  return (
    written === undefined || written === '' || [...addresses.values()].some((address) => isOfficial(address, written))
  );
}
