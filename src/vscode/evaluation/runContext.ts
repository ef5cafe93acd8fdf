import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { batchSupport } from '../../core/run/batch/batchPlan';
import { ChoiceError } from '../../core/run/runChoices';
import { assertConfiguredServers } from '../../core/run/serverAddress';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import type { ManifestModel } from '../../core/store/runManifest';
import { readSettings, type Settings } from '../settings';
import type { AgreedRuns } from './agreedRuns';
import type { EvaluationServices, PromptStore } from './evaluationServices';
import type { StoredRunContext } from './prepareStored';
import { providersOf } from './runProviders';
import { readSamples } from './sampleFiles';

/** What preparing, agreeing to and starting runs of a prompt needs, under the settings that hold now. */
export interface RunContext extends StoredRunContext {
  readonly prompt: PromptStore;
  readonly settings: Settings;
  readonly agreed: AgreedRuns;
  readonly extension: EvaluationServices['extension'];
}

/** The context of runs of the prompt at `uri`. A file must not decide where keys and texts go: servers are those of the settings. */
export function runContext(
  uri: vscode.Uri,
  services: Pick<EvaluationServices, 'agreed' | 'extension' | 'storeFor'>,
): RunContext {
  const { agreed, extension } = services;
  const settings = readSettings(uri);
  const providers = providersOf(settings);
  return {
    prompt: services.storeFor(uri),
    settings,
    agreed,
    extension,
    toolVersion: extension.version,
    assertServers: (models) =>
      assertConfiguredServers(
        models,
        { providers, baseUrlFor: (_role, provider) => settings.baseUrlFor(provider) },
        'Set that address in the settings to go on, or evaluate again.',
      ),
    goesByBatch: (models) => goesByBatch(models, 'asSet', settings.batch, providers),
    readSamples: (benchmark) => readSamples(benchmark, settings, uri, extension.uri, benchmarks),
  };
}

/** How an evaluation was asked for: by the command that names batches, or as the setting says. */
export type BatchWish = 'always' | 'asSet';

/**
 * Whether a run of these models goes through batches. The setting says nothing of simulated models; who asks for batches by name
 * is told. Throws `ChoiceError` where a model has none.
 */
export function goesByBatch(
  models: readonly ManifestModel[],
  wish: BatchWish,
  setting: boolean,
  providers: ReadonlyMap<string, ProviderEntry>,
): boolean {
  if (wish === 'asSet' && !setting) return false;
  const support = batchSupport(models, providers);
  if (support.kind === 'able') return true;
  if (support.kind === 'unable') {
    throw new ChoiceError(`${support.model} cannot be asked in batches. Choose another model.`);
  }
  if (wish === 'asSet') return false;
  throw new ChoiceError(
    'All models are simulated, so a batch has nothing to do. Choose a model of OpenAI or Anthropic.',
  );
}
