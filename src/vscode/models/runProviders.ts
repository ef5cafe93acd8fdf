import { readConnections } from '../../core/providers/connection';
import { editorEntry } from '../../core/providers/editorProvider';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import { brokenEntry, entryOfConnection, providerRegistry } from '../../core/providers/providerRegistry';
import { EditorModels } from './editorModels';

/** Providers and built-in connections by id, including this editor's models. */
export const providers: ReadonlyMap<string, ProviderEntry> = new Map(
  providerRegistry.map((entry) => [
    entry.id,
    entry.id === editorEntry.id ? { ...entry, create: (options) => new EditorModels(options) } : entry,
  ]),
);

/** Adds the connections of the user's settings. An unusable one throws its problem when a model names it. */
export function providersOf(settings: { readonly connections?: unknown }): ReadonlyMap<string, ProviderEntry> {
  const { connections: written = {} } = settings;
  const { connections, problems } = readConnections(written, new Set(providers.keys()));
  return new Map([
    ...problems.map(({ name, problem }) => [name, brokenEntry(name, problem)] as const),
    ...connections.map((connection) => [connection.name, entryOfConnection(connection, process.env)] as const),
    ...providers,
  ]);
}

export function providerTitle(id: string): string {
  return providers.get(id)?.title ?? id;
}
