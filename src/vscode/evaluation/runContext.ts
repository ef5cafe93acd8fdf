import type * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import { batchSupport } from '../../core/run/batch/batchPlan';
import type { PlannedBenchmark } from '../../core/run/loadSamples';
import { newRunId } from '../../core/run/planRun';
import { assertCapHolds, type RunCaps } from '../../core/run/runCaps';
import { assertConfiguredServers, ChoiceError } from '../../core/run/runChoices';
import type { AskedModels, ManifestModel } from '../../core/store/runManifest';
import { readSettings, type Settings } from '../settings';
import type { AgreedRuns, EvaluationServices, PromptStore } from './evaluationServices';
import { providersOf } from './runProviders';
import { readSamples } from './sampleFiles';

export interface StoredRunContext {
  readonly prompt: Pick<PromptStore, 'store'>;
  readonly settings: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections' | 'batch'>>;
  readonly agreed: Pick<AgreedRuns, 'has'>;
  readonly toolVersion: string;
  /** Throws `ServerAddressError` for a server that the settings do not name. */
  readonly assertServers: (models: AskedModels) => void;
  readonly readSamples: (benchmark: Benchmark) => Promise<PlannedBenchmark>;
}

export interface RunContext extends StoredRunContext {
  readonly uri: vscode.Uri;
  readonly extensionUri: vscode.Uri;
  readonly prompt: PromptStore;
  readonly settings: Settings;
  readonly agreed: AgreedRuns;
}

/** A file must not decide where keys and texts go: servers are those of the settings. */
export function runContext(uri: vscode.Uri, services: EvaluationServices): RunContext {
  const { agreed, extensionUri, toolVersion } = services;
  const settings = readSettings(uri);
  const providers = providersOf(settings);
  return {
    uri,
    extensionUri,
    prompt: services.storeFor(uri),
    settings,
    agreed,
    toolVersion,
    assertServers: (models) =>
      assertConfiguredServers(
        models,
        { providers, baseUrlFor: (_role, provider) => settings.baseUrlFor(provider) },
        'Set that address in the settings to go on, or evaluate again.',
      ),
    readSamples: (benchmark) => readSamples(benchmark, { uri, settings, extensionUri }),
  };
}

/** How an evaluation was asked for: by the command that names batches, or as the setting says. */
export type BatchWish = 'always' | 'asSet';

/** The setting says nothing of simulated models. Throws `ChoiceError` for a model without batches. */
export function goesByBatch(
  models: readonly ManifestModel[],
  settings: StoredRunContext['settings'],
  wish: BatchWish = 'asSet',
): boolean {
  if (wish === 'asSet' && settings.batch !== true) return false;
  const support = batchSupport(models, providersOf(settings));
  if (support.kind === 'able') return true;
  if (support.kind === 'unable') {
    throw new ChoiceError(`${support.model} cannot be asked in batches. Choose another model.`);
  }
  if (wish === 'asSet') return false;
  throw new ChoiceError(
    'All models are simulated, so a batch has nothing to do. Choose a model of OpenAI or Anthropic.',
  );
}

interface NewRunFacts extends RunCaps {
  readonly runId: string;
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly batch: boolean;
}

/** Throws `PriceCapError` where a cap on cost cannot be held, and `ChoiceError`. */
export function newRunFacts(
  models: readonly ManifestModel[],
  { settings, toolVersion }: Pick<StoredRunContext, 'settings' | 'toolVersion'>,
  at = Date.now(),
): NewRunFacts {
  const { caps } = settings;
  assertCapHolds(models, caps);
  const batch = goesByBatch(models, settings);
  return { runId: newRunId(at, Math.random), createdAt: new Date(at).toISOString(), toolVersion, ...caps, batch };
}
