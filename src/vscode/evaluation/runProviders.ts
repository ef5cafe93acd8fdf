import { providerRegistry } from '../../core/providers/providerRegistry';

/** Providers by id. */
export const providers = new Map(providerRegistry.map((entry) => [entry.id, entry]));
