import path from 'node:path';
import type * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { ProtocolPolicy } from '../../core/benchmark/protocolPolicy';
import { benchmarks } from '../../core/benchmarks/registry';
import { newRunId, planRun, type RunRequest } from '../../core/run/planRun';
import { assertCapHolds } from '../../core/run/runCaps';
import { decideChoices, type RunChoices } from '../../core/run/runChoices';
import type { PromptDefaults } from '../../core/prompt/frontMatter';
import { readPromptFile } from '../../core/prompt/promptFile';
import { readGitState } from '../../core/history/git';
import { modelsOf } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { type BatchWish, goesByBatch, type RunContext } from './runContext';
import { newRun, type PreparedRun } from './runInWindow';
import { providersOf } from './runProviders';
import { judgeWordings, readSamples } from './sampleFiles';

/** The choices in force: the first layer that names one decides, then the defaults. Throws `ChoiceError`. */
export function choicesOf(layers: readonly PromptDefaults[], settings: Settings): RunChoices {
  return decideChoices(layers, {
    benchmarks,
    providers: providersOf(settings),
    baseUrlFor: (_role, provider) => settings.baseUrlFor(provider),
  });
}

/** The choices in force for a prompt: its front matter, then the settings, then the defaults. Throws `ChoiceError`. */
export function choicesFor({ defaults }: { readonly defaults: PromptDefaults }, settings: Settings): RunChoices {
  return choicesOf([defaults, settings.choices], settings);
}

/** Reads the samples and plans a run of `document` as it stands in the editor. Throws the errors of `planRun` and of its parts. */
export async function prepareRun(
  document: vscode.TextDocument,
  context: Pick<RunContext, 'prompt' | 'settings' | 'extension'>,
  byBatch: BatchWish = 'asSet',
): Promise<PreparedRun> {
  const { prompt, settings } = context;
  const request = await runRequest(document, context);
  const batch = goesByBatch(modelsOf(request), byBatch, settings.batch, providersOf(settings));
  const planned = planRun({ ...request, batch }, benchmarks);
  // A model that plays the student is in the run only where a benchmark has it play.
  assertCapHolds(modelsOf(planned.manifest), settings.caps);
  return newRun(planned, prompt);
}

/** What a run of `document` is made of, on the benchmarks chosen for it unless others are named. Throws as `prepareRun` does. */
export async function runRequest(
  document: Pick<vscode.TextDocument, 'getText' | 'uri'>,
  {
    prompt,
    settings,
    extension,
  }: Pick<RunContext, 'settings' | 'extension'> & { readonly prompt: { readonly promptPath: string } },
  named?: readonly Benchmark[],
): Promise<RunRequest> {
  const file = readPromptFile(prompt.promptPath, document.getText());
  const chosen = choicesFor(file, settings);
  const choices = named === undefined ? chosen : { ...chosen, benchmarks: named };
  const policy: ProtocolPolicy = { ...settings.policy, student: choices.student === undefined ? 'script' : 'model' };
  const wordings = await judgeWordings(document.uri, choices, { settings, policy, extensionUri: extension.uri });
  return {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion: extension.version,
    prompt: file,
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
