import { serverAt } from '../providers/apiAddresses';
import { isSimulated } from '../providers/providerRegistry';
import type { ModelRole } from './runChoices';
import { modelName, type AskedModels } from '../store/runManifest';

/** A stored run names another server than the one configured now; nothing was sent. */
export class ServerAddressError extends Error {
  override readonly name = 'ServerAddressError';

  static is(error: unknown): error is ServerAddressError {
    return error instanceof ServerAddressError;
  }
}

/**
 * Lets a stored run go on only with the servers that are configured now. A run is a file that may come with a cloned
 * folder: it must not decide where a key and the samples are sent. `howTo` ends the message. Throws `ServerAddressError`.
 */
export function assertConfiguredServers(
  models: AskedModels,
  baseUrlFor: (role: ModelRole, providerId: string) => string | undefined,
  howTo: string,
): void {
  const all = [
    ...(models.tutor === undefined ? [] : [{ role: 'tutor' as const, model: models.tutor }]),
    ...(models.student === undefined ? [] : [{ role: 'student' as const, model: models.student }]),
    ...models.judges.map((model) => ({ role: 'judge' as const, model })),
  ];
  for (const { role, model } of all) {
    if (isSimulated(model.provider)) continue;
    const stored = plain(serverAt(model.provider, model.baseUrl));
    const configured = plain(serverAt(model.provider, baseUrlFor(role, model.provider)));
    if (stored === configured) continue;
    const [was, now] = [stored, configured].map((server) => server ?? 'the provider’s own server');
    throw new ServerAddressError(
      `The run’s ${role} ${modelName(model)} was at ${was}; configured now is ${now}. ${howTo}`,
    );
  }
}

function plain(url: string | undefined): string | undefined {
  return url?.replace(/(?<!\/)\/+$/, '');
}
