import { describe, expect, it } from 'vitest';
import { findProvider, providerRegistry } from '../../../src/core/providers/providerRegistry';

describe('the provider registry', () => {
  it.each(providerRegistry.map((entry) => [entry.id, entry] as const))(
    'makes a provider for %s that bears its id',
    (id, entry) => {
      const provider = entry.create({ apiKey: 'a-key-of-no-one' });
      expect(provider.id).toBe(id);
      expect(provider.simulated).toBe(id === 'offline');
      expect(entry.needsKey).toBe(entry.keyVariable !== undefined);
      expect(entry.title.includes('simulated')).toBe(provider.simulated);
    },
  );

  it('has each id once and finds by it', () => {
    const ids = providerRegistry.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(findProvider)).toEqual(providerRegistry);
    expect(findProvider('OpenAI')).toBeUndefined();
  });
});
