import { type ApiAddress, isOfficial } from './baseUrl';

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
