/** Where the calls of a provider's batches go. */
export interface BatchServer {
  /** The provider as people know it. */
  readonly title: string;
  /** `undefined` for the provider's own server. */
  readonly baseUrl?: string | undefined;
}

/** For people: with the address where it is not the provider's own server. */
export function serverTitle({ title, baseUrl }: BatchServer): string {
  return baseUrl === undefined ? title : `${title} at ${baseUrl}`;
}
