import path from 'node:path';
import type * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { ProtocolPolicy } from '../../core/benchmark/protocolPolicy';
import { benchmarks } from '../../core/benchmarks/registry';
import { readGitState } from '../../core/history/git';
import type { PromptDefaults } from '../../core/prompt/frontMatter';
import { readPromptFile } from '../../core/prompt/promptFile';
import { newRunId, planRun, type RunRequest } from '../../core/run/planRun';
import { assertCapHolds } from '../../core/run/runCaps';
import { ChoiceError, decideChoices, type RunChoices } from '../../core/run/runChoices';
import { modelName, modelsOf } from '../../core/store/runManifest';
import type { PanelChoices } from '../../protocol/panelState';
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

export function choicesFor({ defaults }: { readonly defaults: PromptDefaults }, settings: Settings): RunChoices {
  return choicesOf([defaults, settings.choices], settings);
}

export function panelChoices(prompt: { readonly defaults: PromptDefaults }, settings: Settings): PanelChoices {
  try {
    const { benchmarks: chosen, tutor, judges, limit } = choicesFor(prompt, settings);
    return {
      benchmarks: chosen.map(({ title }) => title),
      tutor: modelName(tutor),
      judges: judges.map(modelName),
      limit,
    };
  } catch (error) {
    if (!ChoiceError.is(error)) throw error;
    const { benchmarks: named = [], tutor = 'offline', judges = ['offline'], limit } = settings.choices;
    return { benchmarks: named, tutor, judges, limit };
  }
}

/** Plans a run of `document` as it stands in the editor. Throws the errors of `planRun` and of its parts. */
export async function prepareRun(
  document: vscode.TextDocument,
  context: Pick<RunContext, 'prompt' | 'settings' | 'extensionUri' | 'toolVersion'>,
  byBatch: BatchWish = 'asSet',
): Promise<PreparedRun> {
  const { prompt, settings } = context;
  const request = await runRequest(document, context);
  const planned = planRun({ ...request, batch: goesByBatch(modelsOf(request), settings, byBatch) }, benchmarks);
  // A model that plays the student is in the run only where a benchmark has it play.
  assertCapHolds(modelsOf(planned.manifest), settings.caps);
  return newRun(planned, prompt);
}

export async function runRequest(
  document: Pick<vscode.TextDocument, 'getText' | 'uri'>,
  context: Pick<RunContext, 'settings' | 'extensionUri' | 'toolVersion'> & { readonly prompt: { promptPath: string } },
  named?: readonly Benchmark[],
): Promise<RunRequest> {
  const { uri } = document;
  const { settings, toolVersion, extensionUri } = context;
  const prompt = readPromptFile(context.prompt.promptPath, document.getText());
  const chosen = choicesFor(prompt, settings);
  const choices = named === undefined ? chosen : { ...chosen, benchmarks: named };
  const policy: ProtocolPolicy = { ...settings.policy, student: choices.student === undefined ? 'script' : 'model' };
  const files = { uri, settings, extensionUri };
  const wordings = await judgeWordings(choices, files, policy);
  return {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion,
    prompt,
    git: uri.scheme === 'file' ? await readGitState(uri.fsPath) : undefined,
    promptName: path.posix.basename(uri.path),
    ...choices,
    benchmarks: await Promise.all(
      choices.benchmarks.map(async (benchmark) => ({
        ...(await readSamples(benchmark, files)),
        wordings: wordings.get(benchmark.id),
      })),
    ),
    policy,
    ...settings.caps,
  };
}
