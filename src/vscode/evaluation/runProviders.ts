import { readConnections } from '../../core/providers/connection';
import { brokenEntry, entryOfConnection } from '../../core/providers/connectionEntry';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import { providerRegistry } from '../../core/providers/providerRegistry';

/** Providers and built-in connections by id. */
export const providers: ReadonlyMap<string, ProviderEntry> = new Map(
  providerRegistry.map((entry) => [entry.id, entry]),
);

/** The same with the connections of the user's settings; one that cannot be used says why to whoever names it. */
export function providersOf({
  connections: written = {},
}: {
  readonly connections?: unknown;
}): ReadonlyMap<string, ProviderEntry> {
  const { connections, problems } = readConnections(written, new Set(providers.keys()));
  return new Map([
    ...problems.map(({ name, problem }) => [name, brokenEntry(name, problem)] as const),
    ...connections.map((connection) => [connection.name, entryOfConnection(connection, process.env)] as const),
    ...providers,
  ]);
}
