import type { ProviderEntry } from './providerEntry';
import { ProviderError } from './provider';

const id = 'vscode';

/** Models that other extensions offer in VS Code. Only the editor can call them, so it replaces this `create`. */
export const editorEntry: ProviderEntry = {
  id,
  title: 'VS Code',
  needsKey: false,
  // These use a personal subscription with unpublished limits.
  slots: { start: 2, ceiling: 4 },
  // Each window has its own models.
  suggestions: [],
  create: () => {
    throw new ProviderError(
      `Models of VS Code (${id}:VENDOR/ID) answer inside VS Code only. Evaluate there, or choose a model of another provider.`,
      { failure: 'badRequest', provider: id, sent: false },
    );
  },
};

export function isEditorModel(provider: string): boolean {
  return provider === id;
}

/** Splits `VENDOR/ID`; the id may hold slashes. `undefined` where one part is missing. */
export function editorModelOf(name: string): { readonly vendor: string; readonly id: string } | undefined {
  const [, vendor, model] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  return vendor === undefined || model === undefined ? undefined : { vendor, id: model };
}
