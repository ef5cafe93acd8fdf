import { serverAt } from '../providers/apiAddress';
import { connectionPrice } from '../providers/connection';
import type { ProviderEntry } from '../providers/providerEntry';
import { isSimulated } from '../providers/providerRegistry';
import type { ChoiceContext } from './runChoices';
import { type AskedModels, type ManifestModel, modelName, sourceOf } from '../store/runManifest';
import { NamedError } from '../text/errors';

/** A stored run names another server than the one configured now; nothing was sent. */
export class ServerAddressError extends NamedError {
  override readonly name = 'ServerAddressError';
}

/** The entry behind which a model is; `undefined` where its connection, or its API, is not the one that is configured under that name. */
export function entryOf(
  model: ManifestModel,
  providers: ReadonlyMap<string, ProviderEntry>,
): ProviderEntry | undefined {
  const entry = providers.get(sourceOf(model));
  if (model.connection === undefined) return entry?.connection === undefined ? entry : undefined;
  return entry?.connection?.api === model.provider ? entry : undefined;
}

/**
 * Lets a stored run go on only with the servers that are configured now. A run is a file that may come with a cloned
 * folder: it must not decide where a key and the samples are sent. `howTo` ends the message. Throws `ServerAddressError`.
 */
export function assertConfiguredServers(
  models: AskedModels,
  { providers, baseUrlFor }: Pick<ChoiceContext, 'providers' | 'baseUrlFor'>,
  howTo: string,
): void {
  const all = [
    ...(models.tutor === undefined ? [] : [{ role: 'tutor' as const, model: models.tutor }]),
    ...(models.student === undefined ? [] : [{ role: 'student' as const, model: models.student }]),
    ...models.judges.map((model) => ({ role: 'judge' as const, model })),
  ];
  for (const { role, model } of all) {
    if (isSimulated(model.provider)) continue;
    const entry = entryOf(model, providers);
    if (entry?.problem !== undefined || (entry === undefined && model.connection !== undefined)) {
      const why = entry?.problem === undefined ? 'is not configured here' : `cannot be used. ${entry.problem}`;
      throw new ServerAddressError(
        `The run’s ${role} ${modelName(model)} goes through the connection “${sourceOf(model)}”, which ${why}. ${connectionAdvice}`,
      );
    }
    const stored = plain(serverAt(model.provider, model.baseUrl));
    const written = baseUrlFor(role, sourceOf(model));
    const configured = plain(
      serverAt(model.provider, entry?.connection === undefined ? written : entry.connection.baseUrl),
    );
    if (stored === configured) continue;
    const [was, now] = [stored, configured].map((server) => server ?? 'the provider’s own server');
    throw new ServerAddressError(
      `The run’s ${role} ${modelName(model)} was at ${was}; configured now is ${now}. ${entry?.connection === undefined ? howTo : connectionAdvice}`,
    );
  }
}

const connectionAdvice =
  'Define it as it was, in the setting tutorPromptLab.connections or with --connection, or make a new run.';

/** The same models with the prices that the user's own connections name now: those of a stored run hold no cap. */
export function withOwnPrices(
  models: readonly ManifestModel[],
  providers: ReadonlyMap<string, ProviderEntry>,
): readonly ManifestModel[] {
  return models.map(({ price: _, ...model }) => {
    const connection = entryOf(model, providers)?.connection;
    const price = connection && connectionPrice(connection, model.model);
    return price === undefined ? model : { ...model, price };
  });
}

function plain(url: string | undefined): string | undefined {
  return url?.replace(/(?<!\/)\/+$/, '');
}

/** A server for people: with the address where it is not the provider's own. */
export function serverTitle({
  title,
  baseUrl,
}: {
  readonly title: string;
  readonly baseUrl?: string | undefined;
}): string {
  return baseUrl === undefined ? title : `${title} at ${baseUrl}`;
}
