import path from 'node:path';
import type * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import type { ProtocolPolicy } from '../../core/benchmarks/protocolPolicy';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { planRun, type RunRequest } from '../../core/engine/planRun';
import { decideChoices, type RunChoices } from '../../core/engine/runChoices';
import { newRunId } from '../../core/engine/runId';
import { readPromptFile } from '../../core/prompt/promptFile';
import { readGitState } from '../../core/revisions/git';
import { modelsOf } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { judgeWordings } from './judgeWordings';
import { newRun } from './newRun';
import { readSamples } from './readSamples';
import { goesByBatch, type BatchWish } from '../batches/batchChoice';
import type { PreparedRun } from './runInWindow';
import { providersOf } from './runProviders';
import type { PromptStore } from './runStores';

/** The choices in force for a prompt's text: its front matter, then the settings, then the defaults. Throws `ChoiceError`. */
export function choicesFor(text: string, settings: Settings): RunChoices {
  const { defaults } = readPromptFile('', text);
  return decideChoices([defaults, settings.choices], {
    benchmarks,
    providers: providersOf(settings),
    baseUrlFor: (_role, provider) => settings.baseUrlFor(provider),
  });
}

/** Reads the samples and plans a run of `document` as it stands in the editor. Throws the errors of `planRun` and of its parts. */
export async function prepareRun(
  document: vscode.TextDocument,
  store: PromptStore,
  settings: Settings,
  extension: { readonly uri: vscode.Uri; readonly version: string },
  wish: BatchWish = 'asSet',
): Promise<PreparedRun> {
  const request = await runRequest(document, store, settings, extension);
  const planned = planRun(
    { ...request, batch: goesByBatch(modelsOf(request), wish, settings.batch, providersOf(settings)) },
    benchmarks,
  );
  // A model that plays the student is in the run only where a benchmark has it play.
  assertCapHolds(modelsOf(planned.manifest), settings.caps);
  return newRun(planned, store);
}

/** What a run of `document` is made of, on the benchmarks chosen for it unless others are named. Throws as `prepareRun` does. */
export async function runRequest(
  document: Pick<vscode.TextDocument, 'getText' | 'uri'>,
  store: Pick<PromptStore, 'promptPath'>,
  settings: Settings,
  extension: { readonly uri: vscode.Uri; readonly version: string },
  named?: readonly Benchmark[],
): Promise<RunRequest> {
  const text = document.getText();
  const chosen = choicesFor(text, settings);
  const choices = named === undefined ? chosen : { ...chosen, benchmarks: named };
  const policy: ProtocolPolicy = { ...settings.policy, student: choices.student === undefined ? 'script' : 'model' };
  const wordings = await judgeWordings(document.uri, choices, { settings, policy, extensionUri: extension.uri });
  return {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion: extension.version,
    prompt: readPromptFile(store.promptPath, text),
    git: document.uri.scheme === 'file' ? await readGitState(document.uri.fsPath) : undefined,
    promptName: path.posix.basename(document.uri.path),
    ...choices,
    benchmarks: await Promise.all(
      choices.benchmarks.map(async (benchmark) => ({
        ...(await readSamples(benchmark, settings, document.uri, extension.uri, benchmarks)),
        wordings: wordings.get(benchmark.id),
      })),
    ),
    policy,
    ...settings.caps,
  };
}
