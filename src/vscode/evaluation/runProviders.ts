import { editorEntry } from '../../core/providers/editorProvider';
import type { ChatProvider } from '../../core/providers/provider';
import type { ProviderEntry, ProviderOptions } from '../../core/providers/providerEntry';
import { providerRegistry } from '../../core/providers/providerRegistry';

/** Providers by id, with the models of this editor among them. */
export const providers: ReadonlyMap<string, ProviderEntry> = new Map(
  providerRegistry.map((entry) => [
    entry.id,
    entry.id === editorEntry.id ? { ...entry, create: createEditorModels } : entry,
  ]),
);

/** What asks them is loaded with the first call, as the SDKs of other providers are. */
function createEditorModels(options: ProviderOptions): ChatProvider {
  let models: Promise<ChatProvider> | undefined;
  return {
    id: editorEntry.id,
    simulated: false,
    complete: async (request, signal) => {
      models ??= import('../models/editorModels').then(({ EditorModels }) => new EditorModels(options));
      return (await models).complete(request, signal);
    },
  };
}
