import type { ProviderEntry } from '../providers/providerEntry';
import { factsOf } from '../providers/modelFacts';
import type { ChatProvider } from '../providers/provider';
import { modelName, type ManifestModel, type RunModels } from '../store/runManifest';
import { BatchedProvider } from './batchedProvider';
import type { BatchServices } from './batchServices';
import { CallLimiter, type LimiterBounds } from './callLimiter';
import type { ModelEndpoint } from './modelEndpoint';
import { SharedLimiters, type LimiterLease } from './sharedLimiters';
import type { RunBatches } from './runBatches';
import type { RunListener } from './runEvent';

// Offline replies are made on this machine's own thread: more lanes would only queue.
const offlineLanes: LimiterBounds = { start: 16, floor: 16, ceiling: 16 };
// Calls of batches take none: all of them must be there before the first one is answered.
const noLanes: LimiterBounds = { start: Infinity, floor: Infinity, ceiling: Infinity };
/**
 * A new key's limit is not known: a run begins with a quarter of the ceiling, which two full rounds of answers reach. What is turned
 * away meanwhile is tried again.
 */
export const adaptiveLanes: LimiterBounds = { start: 16, floor: 1, ceiling: 64 };

export interface EndpointOptions {
  readonly entries: ReadonlyMap<string, ProviderEntry>;
  /** The key of a provider, from secret storage or the environment; empty for none. */
  keyFor(providerId: string): string;
  /** Most calls in flight per provider and address; 64 unless set. */
  readonly concurrency: number | undefined;
  /** Shared with the other runs of the process; limiters of the run's own unless set. */
  readonly limiters?: LimiterLease;
  readonly onEvent: RunListener;
  /** How calls go over the network; Node's own unless set. */
  readonly fetch?: typeof fetch;
  /** Where calls go through batches; those of simulated models never do. */
  readonly batch?: BatchServices | undefined;
}

/** The models of a run, connected. */
export interface RunEndpoints {
  readonly tutor: ModelEndpoint;
  readonly judges: readonly ModelEndpoint[];
  /** Plays the student, where a model does. */
  readonly student: ModelEndpoint | undefined;
  /** Of the providers whose calls go through batches. */
  readonly batches: readonly RunBatches[];
}

/** A provider that this version does not have. */
export class UnknownProviderError extends Error {
  override readonly name = 'UnknownProviderError';

  static is(error: unknown): error is UnknownProviderError {
    return error instanceof UnknownProviderError;
  }
}

/**
 * Connects the models of a run to their providers. Models behind one provider and address share client and lanes, so
 * tutor and judge do not overrun one key together. Throws `ProviderError` for a missing key or a bad address.
 */
export function createEndpoints(models: RunModels, options: EndpointOptions): RunEndpoints {
  const shared = new Map<string, Link>();
  const connect = (model: ManifestModel): ModelEndpoint => {
    const address = `${model.provider} ${model.baseUrl ?? ''}`;
    let link = shared.get(address);
    if (link === undefined) shared.set(address, (link = createLink(model, options)));
    const { provider, limiter, batches } = link;
    return {
      name: modelName(model),
      model: model.model,
      facts: factsOf(model.provider, model.model),
      parameters: model.parameters,
      ...(model.baseUrl === undefined
        ? { takesImages: options.entries.get(model.provider)?.takesImages?.(model.model) }
        : { baseUrl: model.baseUrl }),
      provider,
      ...(batches === undefined ? {} : { batches }),
      limiter,
    };
  };
  return {
    tutor: connect(models.tutor),
    judges: models.judges.map(connect),
    student: models.student === undefined ? undefined : connect(models.student),
    batches: [...shared.values()].flatMap(({ batches }) => batches ?? []),
  };
}

interface Link {
  readonly provider: ChatProvider;
  readonly limiter: CallLimiter;
  readonly batches?: BatchedProvider;
}

function createLink(model: ManifestModel, options: EndpointOptions): Link {
  const entry = options.entries.get(model.provider);
  if (entry === undefined) {
    const known = [...options.entries.keys()].join(', ');
    throw new UnknownProviderError(`There is no provider “${model.provider}”. Known: ${known}.`);
  }
  const provider = entry.create({
    apiKey: options.keyFor(model.provider),
    ...(model.baseUrl === undefined ? {} : { baseUrl: model.baseUrl }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  if (options.batch !== undefined && !provider.simulated) {
    const batches = new BatchedProvider(
      provider,
      { title: entry.title, baseUrl: model.baseUrl },
      options.batch,
      options.onEvent,
    );
    return { provider, limiter: new CallLimiter(noLanes), batches };
  }
  const { concurrency: ceiling = adaptiveLanes.ceiling, onEvent } = options;
  const adaptive = { ...adaptiveLanes, start: Math.min(adaptiveLanes.start, ceiling), ceiling };
  if (provider.simulated) return { provider, limiter: new CallLimiter(offlineLanes) };
  const lease = options.limiters ?? new SharedLimiters().lease();
  const key = options.keyFor(model.provider);
  const limiter = lease.take(
    `${model.provider} ${model.baseUrl ?? ''}`,
    key,
    within(adaptive, entry.lanes),
    (limit, reason) => onEvent({ kind: 'limit', provider: provider.id, limit, reason }),
  );
  return { provider, limiter };
}

/** Bounds that are no wider than the provider's own. */
function within(bounds: LimiterBounds, own: ProviderEntry['lanes']): LimiterBounds {
  if (own === undefined) return bounds;
  const ceiling = Math.min(own.ceiling, bounds.ceiling);
  return { ...bounds, start: Math.min(own.start, ceiling), ceiling };
}
