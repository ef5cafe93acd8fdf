import type { BodyLimits } from './boundedFetch';
import type { ChatProvider } from './provider';

/** What a provider is made of. The key stays in memory: it is sent to the server and nowhere else. */
export interface ProviderOptions {
  /** May be empty where `baseUrl` names a server that asks for none. */
  readonly apiKey: string;
  /** A compatible server, for instance `http://localhost:11434/v1`; the provider's own address when absent or empty. */
  readonly baseUrl?: string;
  /** Longest wait for one whole reply, in milliseconds. */
  readonly timeoutMs?: number;
  /** The most that is read of one answer; more than any real one has unless set. */
  readonly bodyLimits?: BodyLimits;
  readonly fetch?: typeof fetch;
}

/** One provider as the registry lists it. */
export interface ProviderEntry {
  /** What stands before the colon of a model reference. */
  readonly id: string;
  readonly title: string;
  /** False where no key of ours is ever needed. With a base URL a key is optional for every provider. */
  readonly needsKey: boolean;
  /** Environment variable that holds the key. */
  readonly keyVariable?: string;
  /** Environment variable that holds the base URL. */
  readonly baseUrlVariable?: string;
  /** False where the provider's own address takes no temperature, so that a benchmark's value cannot be kept. */
  readonly acceptsTemperature: boolean;
  /**
   * Whether a model at the provider's own address takes images; `undefined` where that is not known, which is found out by
   * asking. Offered names age, so only models known to be blind are named.
   */
  takesImages?(model: string): boolean | undefined;
  /** True where its calls can go in batches; a server of one's own may still refuse them. */
  readonly hasBatches?: boolean;
  /** Most calls in flight at first and later, where they are to be fewer than those of a hosted provider. */
  readonly lanes?: { readonly start: number; readonly ceiling: number };
  /** Models to offer in a list; `asOf` is the day the list was made, since such lists age. */
  readonly suggestions: { readonly asOf: string; readonly models: readonly string[] };
  /** Throws `ProviderError` when the key or the base URL cannot be used. */
  create(options: ProviderOptions): ChatProvider;
}

/** Ten minutes would hold a place in a run too long; reasoning models do need more than one. */
export const defaultTimeoutMs = 180_000;
