import { describe, expect, it } from 'vitest';
import { editorEntry } from '../../../src/core/providers/editorProvider';
import { ProviderError } from '../../../src/core/providers/provider';
import { isSimulated, providerRegistry } from '../../../src/core/providers/providerRegistry';

describe('the provider registry', () => {
  it.each(providerRegistry.filter((entry) => entry !== editorEntry).map((entry) => [entry.id, entry] as const))(
    'makes a provider for %s that bears its id',
    (id, entry) => {
      const provider = entry.create({ apiKey: 'a-key-of-no-one' });
      expect(provider.id).toBe(id);
      expect(provider.simulated).toBe(id === 'offline');
      expect(entry.needsKey).toBe(entry.keyVariable !== undefined);
      expect(entry.title.includes('simulated')).toBe(provider.simulated);
    },
  );

  it('has the models of VS Code, which nobody outside of it can ask', () => {
    expect(providerRegistry).toContain(editorEntry);
    expect(editorEntry.id).toBe('vscode');
    expect(isSimulated('vscode')).toBe(false);
    const create = (): unknown => editorEntry.create({ apiKey: '' });
    expect(create).toThrow(ProviderError);
    expect(create).toThrow(/answer inside VS Code only/);
  });

  it('has each id once, in lower case', () => {
    const ids = providerRegistry.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.map((id) => id.toLowerCase()));
  });
});
