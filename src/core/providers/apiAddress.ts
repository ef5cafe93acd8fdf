import { t } from '../text/countWords';

export interface ApiAddress {
  readonly provider: string;
  readonly title: string;
  /** In the SDK's form, without a trailing slash. */
  readonly official: string;
  /** Path of the API on a server whose URL has none, for instance `/v1`; empty when the SDK adds it. */
  readonly defaultPath: string;
  /** Path endings that people paste and that the SDK adds itself. */
  readonly surplus: RegExp;
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

const addresses: readonly ApiAddress[] = [openAiAddress, anthropicAddress];

/** An address in the SDK's form, or a sentence on its fault. It may lack `/v1` or have a slash or endpoint. */
export function resolveBaseUrl(
  address: ApiAddress,
  given: string | undefined,
): { readonly url: string; readonly official: boolean } | string {
  const text = given?.trim() ?? '';
  if (text === '') return { url: address.official, official: true };
  const unusable = t`The base URL for ${address.title} cannot be used:`;
  // Node 20 lacks URL.parse.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return t`${unusable} it is not an http or https address, like http://localhost:11434/v1.`;
  // Not quoted, because it may contain a password or key.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return t`${unusable} it has a user name, a password, a query or a fragment; give the plain address.`;
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(address.surplus, '')
    .replace(/(?<!\/)\/+$/, '');
  const resolved = url.origin + (path === '' ? address.defaultPath : path);
  return { url: resolved, official: resolved === address.official };
}

/** False for text that is no address; true without an address. */
export function isOfficial(address: ApiAddress, given: string | undefined): boolean {
  const resolved = resolveBaseUrl(address, given);
  return typeof resolved !== 'string' && resolved.official;
}

/** `undefined` for the provider's own server in any spelling. Cache, prices and comparisons then agree. */
export function serverAt(provider: string, written: string | undefined): string | undefined {
  const text = written?.trim() ?? '';
  const address = addresses.find((one) => one.provider === provider);
  return text === '' || (address !== undefined && isOfficial(address, text)) ? undefined : text;
}

/** Whether a base URL names the own server of any provider; true without one. */
export function isOwnServer(written = ''): boolean {
  return written === '' || addresses.some((address) => isOfficial(address, written));
}
