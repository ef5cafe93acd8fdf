import { anthropicEntry } from './anthropicProvider';
import { builtInConnections } from './builtInConnections';
import { entryOfConnection } from './connectionEntry';
import { editorEntry } from './editorProvider';
import { offlineEntry } from './offlineProvider';
import { openAiEntry } from './openAiProvider';
import type { ProviderEntry } from './providerEntry';

/** Every provider there is, in the order they are offered, and then the connections that need no setting up. */
export const providerRegistry: readonly ProviderEntry[] = [
  offlineEntry,
  openAiEntry,
  anthropicEntry,
  editorEntry,
  ...builtInConnections.map((connection) => entryOfConnection(connection, {})),
];

/** Whether models of this provider only simulate one: nothing is sent and nothing costs. The registry says so, no file does. */
export function isSimulated(id: string): boolean {
  return id === offlineEntry.id;
}
