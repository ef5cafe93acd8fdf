import type { ProviderEntry } from './providerEntry';
import { ProviderError } from './provider';

const id = 'vscode';

/** The models that other extensions offer in VS Code. Only the editor can ask them: its own `create` takes the place of this one. */
export const editorEntry: ProviderEntry = {
  id,
  title: 'VS Code',
  needsKey: false,
  // They are a person's own subscription, with limits that nobody states.
  lanes: { start: 2, ceiling: 4 },
  // Which there are is known in each window only.
  suggestions: { asOf: '2026-11-22', models: [] },
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

/** The parts of `VENDOR/ID`; the id may hold slashes. `undefined` where one of them is missing. */
export function editorModelOf(name: string): { readonly vendor: string; readonly id: string } | undefined {
  const [, vendor, model] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  return vendor === undefined || model === undefined ? undefined : { vendor, id: model };
}
