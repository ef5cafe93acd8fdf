import type { BatchServices } from '../run/batch/batchServices';
import { CallLimiter } from '../run/callLimiter';
import { createEndpoints, type EndpointOptions, type RunEndpoints } from '../run/createEndpoints';
import type { ModelEndpoint } from '../run/modelEndpoint';
import { factsOf } from '../providers/modelFacts';
import { ProviderError } from '../providers/provider';
import { askedRoles, hasGivenReplies, type ManifestModel, modelName, type RunManifest } from '../store/runManifest';

/**
 * Connects the models that a run calls. If the replies already exist, only judges are called: tutor and student need no
 * key or server, and every call to them is refused. Throws as `createEndpoints` does.
 */
export function endpointsOfRun(
  manifest: RunManifest,
  options: Omit<EndpointOptions, 'batch'> & { batch(): BatchServices },
): RunEndpoints {
  const { tutor, student } = manifest;
  const asked = askedRoles(manifest);
  // Set here so that no caller forgets it: requests already in a batch would be paid for twice.
  const connecting = { ...options, batch: manifest.batch === true ? options.batch() : undefined };
  const { judges } = asked;
  if (!hasGivenReplies(manifest)) return createEndpoints({ tutor, student: asked.student, judges }, connecting);
  // Connecting needs a tutor. Using a judge adds no further requirements.
  const connected = createEndpoints({ tutor: judges[0] ?? tutor, judges }, connecting);
  return {
    judges: connected.judges,
    batches: connected.batches,
    tutor: silentEndpoint(tutor, manifest),
    student: student === undefined ? undefined : silentEndpoint(student, manifest),
  };
}

function silentEndpoint(model: ManifestModel, { rejudgedFrom, recorded }: RunManifest): ModelEndpoint {
  const name = modelName(model);
  const { provider, simulated, baseUrl } = model;
  return {
    name,
    model: model.model,
    baseUrl,
    facts: factsOf(provider, model.model),
    limiter: new CallLimiter({ start: 1, floor: 1, ceiling: 1 }),
    provider: {
      id: provider,
      simulated,
      complete: () => {
        const given = `${recorded === undefined ? 'labelled' : 'recorded'} replies are judged`;
        const which = rejudgedFrom === undefined ? given : `the replies of run ${rejudgedFrom} are judged again`;
        const message = `${name} is not called when ${which}. Start the judging again.`;
        return Promise.reject(new ProviderError(message, { failure: 'badRequest', provider }));
      },
    },
  };
}
