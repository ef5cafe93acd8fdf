import { anthropicEntry } from './anthropicProvider';
import { editorEntry } from './editorProvider';
import { offlineEntry } from './offlineProvider';
import { openAiEntry } from './openAiProvider';
import type { ProviderEntry } from './providerEntry';

/** Every provider there is, in the order they are offered. */
export const providerRegistry: readonly ProviderEntry[] = [offlineEntry, openAiEntry, anthropicEntry, editorEntry];

/** Whether models of this provider only simulate one: nothing is sent and nothing costs. The registry says so, no file does. */
export function isSimulated(id: string): boolean {
  return id === offlineEntry.id;
}

/** The provider of this id; ids are lower case. */
export function findProvider(id: string): ProviderEntry | undefined {
  return providerRegistry.find((entry) => entry.id === id);
}
