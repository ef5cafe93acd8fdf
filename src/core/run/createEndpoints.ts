import { connectionPrice } from '../providers/connection';
import { factsOf } from '../providers/modelFacts';
import type { ProviderEntry } from '../providers/providerEntry';
import { type ManifestModel, modelName, type RunModels, sourceOf } from '../store/runManifest';
import type { BatchServices } from './batch/batchServices';
import { BatchWaves } from './batch/batchWaves';
import { CallLimiter, type LimiterBounds } from './callLimiter';
import { slotsOf, SharedLimiters, type LimiterLease } from './sharedLimiters';
import type { ModelEndpoint } from './modelEndpoint';
import { ChoiceError, entryOf } from './runChoices';
import type { RunListener } from './runEvent';

// Offline replies are computed on one thread: more slots would only queue.
const offlineSlots: LimiterBounds = { start: 16, floor: 16, ceiling: 16 };
// Batch calls take no slots: all of them must be gathered before the first is answered.
const unlimited: LimiterBounds = { start: Infinity, floor: Infinity, ceiling: Infinity };
export interface EndpointOptions {
  readonly entries: ReadonlyMap<string, ProviderEntry>;
  keyFor(source: string): string;
  /** A connection's own limit holds as well. */
  readonly concurrency: number | undefined;
  readonly limiters?: LimiterLease;
  readonly onEvent: RunListener;
  readonly fetch?: typeof fetch;
  readonly batch?: BatchServices | undefined;
}

export interface RunEndpoints {
  readonly tutor: ModelEndpoint;
  readonly judges: readonly ModelEndpoint[];
  readonly student?: ModelEndpoint | undefined;
  readonly batches?: BatchWaves | undefined;
}

/** Throws `ProviderError` for a missing key or a bad address, and `ChoiceError`. */
export function createEndpoints(models: RunModels, options: EndpointOptions): RunEndpoints {
  const shared = new Map<string, ReturnType<typeof createLink>>();
  const waves = options.batch && new BatchWaves(options.batch, options.onEvent);
  const connect = (model: ManifestModel): ModelEndpoint => {
    const address = `${sourceOf(model)} ${model.baseUrl ?? ''}`;
    let link = shared.get(address);
    if (link === undefined) shared.set(address, (link = createLink(model, options, waves)));
    const { entry, ...access } = link;
    const { parameters, baseUrl } = model;
    const facts = factsOf(model.provider, model.model, baseUrl !== undefined);
    return {
      name: modelName(model),
      model: model.model,
      facts,
      timeoutMs: timeLimitOf(model),
      parameters,
      baseUrl,
      takesImages: baseUrl === undefined ? facts.images : undefined,
      price: entry.connection && connectionPrice(entry.connection, model.model),
      ...access,
    };
  };
  return {
    tutor: connect(models.tutor),
    judges: models.judges.map(connect),
    student: models.student && connect(models.student),
    batches: [...shared.values()].some(({ batches }) => batches !== undefined) ? waves : undefined,
  };
}

function createLink(model: ManifestModel, options: EndpointOptions, waves: BatchWaves | undefined) {
  const entry = entryOf(model, options.entries);
  if (entry === undefined) {
    const known = [...options.entries.keys()].join(', ');
    throw new ChoiceError(`There is no provider or connection “${sourceOf(model)}”. Known: ${known}.`);
  }
  const { onEvent, fetch } = options;
  const apiKey = options.keyFor(sourceOf(model));
  const provider = entry.create({ apiKey, baseUrl: model.baseUrl, fetch });
  if (waves !== undefined && !provider.simulated) {
    const batches = waves.connect(provider, { title: entry.title, baseUrl: model.baseUrl });
    return { entry, provider, limiter: new CallLimiter(unlimited), batches };
  }
  if (provider.simulated) return { entry, provider, limiter: new CallLimiter(offlineSlots) };
  const slots = entry.connection?.slots;
  const concurrency = slots === undefined ? options.concurrency : Math.min(slots, options.concurrency ?? slots);
  const lease = options.limiters ?? new SharedLimiters().lease();
  const bounds = slotsOf(model.baseUrl, concurrency, timeLimitOf(model), entry.slots);
  const limiter = lease.take(`${sourceOf(model)} ${model.baseUrl ?? ''}`, apiKey, bounds, (limit, reason) =>
    onEvent({ kind: 'limit', provider: provider.id, limit, reason }),
  );
  return { entry, provider, limiter };
}

function timeLimitOf({ parameters }: ManifestModel): number | undefined {
  return parameters?.timeoutSeconds === undefined ? undefined : 1_000 * parameters.timeoutSeconds;
}
