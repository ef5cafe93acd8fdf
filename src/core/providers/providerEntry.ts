import type { BodyLimits } from './boundedFetch';
import type { Connection } from './connection';
import type { ChatProvider } from './provider';

/** Settings of a provider. The key stays in memory and goes to the server only. */
export interface ProviderOptions {
  /** May be empty where `baseUrl` needs no key. A registry entry sends it to its own server only. */
  readonly apiKey: string;
  /** The provider's own address when absent or empty. */
  readonly baseUrl?: string;
  /** Time limit of one whole reply. */
  readonly timeoutMs?: number;
  readonly bodyLimits?: BodyLimits;
  readonly fetch?: typeof fetch;
  /** Where the server is that of a connection. */
  readonly access?: {
    readonly connection: Connection;
    /** With variables filled in. */
    readonly headers: Readonly<Record<string, string>>;
    /** Values of the variables, which must appear nowhere. */
    readonly secrets: readonly string[];
  };
}

export interface ProviderEntry {
  /** The part before the colon of a model reference. */
  readonly id: string;
  readonly title: string;
  /** False where no key is ever needed. Other base URLs than the provider's own get none. */
  readonly needsKey: boolean;
  readonly keyVariable?: string;
  readonly baseUrlVariable?: string;
  readonly connection?: Connection;
  /** Why a connection cannot be used, in a sentence. */
  readonly problem?: string;
  /** A private server may still refuse them. */
  readonly hasBatches?: boolean;
  /** Most calls in flight at first and later, where fewer than a hosted provider's. */
  readonly slots?: { readonly start: number; readonly ceiling: number };
  /** Models that a list offers; none where the server is asked for its own. */
  readonly suggestions: readonly string[];
  /** Throws `ProviderError` for an unusable key or base URL. */
  create(options: ProviderOptions): ChatProvider;
}

/** A reasoning model may write 25,000 hidden tokens before its answer: ten minutes at 40 a second. */
export const defaultTimeoutMs = 600_000;
