import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { PromptOverride } from '../../core/benchmark/judging/promptOverride';
import { PromptOverrideError } from '../../core/benchmark/judging/promptOverrideFile';
import type { ProtocolPolicy } from '../../core/benchmark/protocolPolicy';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import { type PlannedBenchmark, readPlannedSamples, SampleFileError } from '../../core/run/loadSamples';
import { findOverrideFolder, readPromptOverrides } from '../../core/run/readPromptOverrides';
import type { RunChoices } from '../../core/run/runChoices';
import { codeOf, NotTextError, PlainFileError } from '../../core/store/plainFile';
import { t, warn } from '../log';
import type { Settings } from '../settings';
import { folderOfPrompt, pathFromPrompt } from './storeLocation';

export interface PromptFiles {
  readonly uri: vscode.Uri;
  readonly settings: Settings;
  readonly extensionUri: vscode.Uri;
}

export function starterFile({ starterSet }: Benchmark, extensionUri: vscode.Uri): string {
  return vscode.Uri.joinPath(extensionUri, 'starter-sets', starterSet).fsPath;
}

/** The file of the setting `sampleFiles`, relative to the prompt's folder, else the starter set. */
export function sampleLocation(
  benchmark: Benchmark,
  { uri, settings, extensionUri }: PromptFiles,
): { readonly kind: 'starter' | 'file'; readonly file: string } {
  const named = settings.sampleFiles[benchmark.id] ?? '';
  return named === ''
    ? { kind: 'starter', file: starterFile(benchmark, extensionUri) }
    : { kind: 'file', file: pathFromPrompt(uri, named) };
}

/** Throws `SampleFileError` for an unusable file of the user. */
export async function readSamples(benchmark: Benchmark, files: PromptFiles): Promise<PlannedBenchmark> {
  const { kind, file } = sampleLocation(benchmark, files);
  const planned = await readPlannedSamples(benchmark, kind, file, benchmarks.values()).catch((error: unknown) => {
    if (kind === 'starter') throw error;
    if (PlainFileError.is(error) || NotTextError.is(error)) throw new SampleFileError(error.message);
    if (codeOf(error) === undefined) throw error;
    throw new SampleFileError(
      t`The sample file ${file} cannot be read. Fix the setting tutorPromptLab.sampleFiles for ${benchmark.title}.`,
    );
  });
  const { samples, problems } = planned.loaded;
  if (kind === 'file' && samples.length === 0) {
    const reason = problems.find(({ severity }) => severity === 'error')?.message ?? '';
    throw new SampleFileError(t`${file}: no usable sample is left. ${reason}`);
  }
  return planned;
}

const noteMs = 15_000;

/** Custom judge prompts of the setting's folder, else of the nearest `judges/`. Throws `PromptOverrideError`. */
export async function promptOverrides(
  { benchmarks: chosen, judges }: Pick<RunChoices, 'benchmarks' | 'judges'>,
  { uri, settings, extensionUri }: PromptFiles,
  policy: ProtocolPolicy,
): Promise<ReadonlyMap<BenchmarkId, readonly PromptOverride[]>> {
  const found = new Map<BenchmarkId, readonly PromptOverride[]>();
  if (!vscode.workspace.isTrusted) return found;
  const { judgeOverrideFolder: setting } = settings;
  if (setting === '' && uri.scheme !== 'file') return found;
  const ids = chosen.map(({ id }) => id);
  const folder =
    setting === ''
      ? findOverrideFolder(path.dirname(uri.fsPath), ids, ['.git'], folderOfPrompt(uri))
      : await namedOverrideFolder(setting, pathFromPrompt(uri, setting));
  if (folder === undefined) return found;
  const shown = vscode.workspace.asRelativePath(folder, false);
  if (judges.every(({ simulated }) => simulated)) {
    vscode.window.setStatusBarMessage(t`The offline judge uses no custom judge prompts: ${shown} is not used.`, noteMs);
    return found;
  }
  for (const benchmark of chosen) {
    const files = { folder, shown, starterSet: starterFile(benchmark, extensionUri), policy };
    const { overrides, notes } = await readPromptOverrides(benchmark, files);
    for (const note of notes) warn(t`Custom judge prompt: ${note}`);
    if (overrides.length > 0) found.set(benchmark.id, overrides);
  }
  return found;
}

/** Throws `PromptOverrideError` for a missing folder: the built-in prompts would be sent and paid for instead. */
export async function namedOverrideFolder(named: string, folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return folder;
  const message = t`There is no folder ${folder}. Fix the setting tutorPromptLab.judging.promptFolder, or write a judge prompt there with Tutor Prompt: Customize Judge Prompt…`;
  throw new PromptOverrideError([{ file: named, message }]);
}
