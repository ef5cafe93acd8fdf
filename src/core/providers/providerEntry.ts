import type { BodyLimits } from './boundedFetch';
import type { Connection } from './connection';
import type { ChatProvider } from './provider';

/** What a provider is made of. The key stays in memory: it is sent to the server and nowhere else. */
export interface ProviderOptions {
  /** May be empty where `baseUrl` names a server that asks for none. An entry of the registry sends it to its own server only. */
  readonly apiKey: string;
  /** The provider's own address when absent or empty. */
  readonly baseUrl?: string;
  /** For one whole reply. */
  readonly timeoutMs?: number;
  readonly bodyLimits?: BodyLimits;
  readonly fetch?: typeof fetch;
  /** Where the server is that of a connection. */
  readonly access?: {
    readonly connection: Connection;
    /** With variables filled in. */
    readonly headers: Readonly<Record<string, string>>;
    /** What was filled in: to be seen nowhere. */
    readonly secrets: readonly string[];
  };
}

export interface ProviderEntry {
  /** What stands before the colon of a model reference. */
  readonly id: string;
  readonly title: string;
  /** False where no key is ever needed. At a base URL other than the provider's own, none is sent. */
  readonly needsKey: boolean;
  readonly keyVariable?: string;
  readonly baseUrlVariable?: string;
  readonly connection?: Connection;
  /** Why a connection cannot be used, in a sentence. */
  readonly problem?: string;
  /** A server of one's own may still refuse them. */
  readonly hasBatches?: boolean;
  /** Most calls in flight at first and later, where these are fewer than those of a hosted provider. */
  readonly lanes?: { readonly start: number; readonly ceiling: number };
  /** `asOf`: the day the list was made, since such lists age. */
  readonly suggestions: { readonly asOf: string; readonly models: readonly string[] };
  /** Throws `ProviderError` when the key or the base URL cannot be used. */
  create(options: ProviderOptions): ChatProvider;
}

/** A reasoning model may write 25,000 hidden tokens before its answer: ten minutes at 40 a second. */
export const defaultTimeoutMs = 600_000;
