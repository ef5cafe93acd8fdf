import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertConfiguredServers } from '../../core/engine/serverAddress';
import { goesByBatch } from '../batches/batchChoice';
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
