import { serverAt } from '../providers/apiAddress';
import { connectionPrice } from '../providers/connection';
import type { ProviderEntry } from '../providers/providerEntry';
import { isSimulated } from '../providers/providerRegistry';
import type { ChoiceContext } from './runChoices';
import { type AskedModels, type ManifestModel, modelName, sourceOf } from '../store/runManifest';
import { NamedError } from '../text/errors';

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
  const { tutor, student, judges } = models;
  const asked = { tutor: [tutor], student: [student], judge: judges };
  for (const role of ['tutor', 'student', 'judge'] as const) {
    for (const model of asked[role]) {
      if (model === undefined || isSimulated(model.provider)) continue;
      const who = `The run’s ${role} ${modelName(model)}`;
      const entry = entryOf(model, providers);
      if (entry?.problem !== undefined || (entry === undefined && model.connection !== undefined)) {
        const why = entry?.problem === undefined ? 'is not configured here' : `cannot be used. ${entry.problem}`;
        const which = `goes through the connection “${sourceOf(model)}”, which ${why}`;
        throw new ServerAddressError(`${who} ${which}. ${connectionAdvice}`);
      }
      const connection = entry?.connection;
      // Asked for even where it is not used: it refuses an address named beside a connection.
      const named = baseUrlFor(role, sourceOf(model));
      const written = connection === undefined ? named : connection.baseUrl;
      const [stored, configured] = [model.baseUrl, written].map((url) => plain(serverAt(model.provider, url)));
      if (stored === configured) continue;
      const [was, now] = [stored, configured].map((server) => server ?? 'the provider’s own server');
      const mend = connection === undefined ? howTo : connectionAdvice;
      throw new ServerAddressError(`${who} was at ${was}; configured now is ${now}. ${mend}`);
    }
  }
}

const connectionAdvice =
  'Define it as it was, in the setting tutorPromptLab.connections or with --connection, or make a new run.';

/** Those of a stored run hold no cap. */
export function withOwnPrices(
  models: readonly ManifestModel[],
  providers: ReadonlyMap<string, ProviderEntry>,
): readonly ManifestModel[] {
  return models.map(({ price: _, ...model }) => {
    const connection = entryOf(model, providers)?.connection;
    return { ...model, price: connection && connectionPrice(connection, model.model) };
  });
}

function plain(url: string | undefined): string | undefined {
  return url?.replace(/(?<!\/)\/+$/, '');
}

export function serverTitle(server: { readonly title: string; readonly baseUrl?: string | undefined }): string {
  const { title, baseUrl } = server;
  return baseUrl === undefined ? title : `${title} at ${baseUrl}`;
}
