import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { JudgeWording } from '../../core/benchmark/judging/judgeWording';
import type { ProtocolPolicy } from '../../core/benchmark/protocolPolicy';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import { type PlannedBenchmark, readPlannedSamples, SampleFileError } from '../../core/run/loadSamples';
import { findWordingFolder, readJudgeWordings } from '../../core/run/readJudgeWordings';
import type { RunChoices } from '../../core/run/runChoices';
import { NotTextError, PlainFileError } from '../../core/store/plainFile';
import type { SamplePlace } from '../comparing/comparisonJob';
import type { Settings } from '../settings';
import { folderOfPrompt, namedWordingFolder, pathFromPrompt } from './promptFolder';

/** Where the samples of every benchmark are read from. */
export function sampleLocations(
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
): readonly SamplePlace[] {
  return [...benchmarks.values()].map((benchmark) => sampleLocation(benchmark, settings, promptUri, extensionUri));
}

/** The file that the setting `sampleFiles` names, relative to the prompt's folder, else the starter set. */
export function sampleLocation(
  { id, starterSet }: Benchmark,
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
): SamplePlace {
  const named = settings.sampleFiles[id];
  if (named === undefined || named === '') {
    const file = vscode.Uri.joinPath(extensionUri, 'starter-sets', starterSet).fsPath;
    return { benchmark: id, kind: 'starter', file };
  }
  return { benchmark: id, kind: 'file', file: pathFromPrompt(promptUri, named, vscode.workspace) };
}

/** Reads the samples of a benchmark from where the settings say. Throws `SampleFileError` where a file of one's own is of no use. */
export async function readSamples(
  benchmark: Benchmark,
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<PlannedBenchmark> {
  const { kind, file } = sampleLocation(benchmark, settings, promptUri, extensionUri);
  let planned: PlannedBenchmark;
  try {
    planned = await readPlannedSamples(benchmark, kind, file, all.values());
  } catch (error) {
    if (kind === 'starter') throw error;
    if (PlainFileError.is(error) || NotTextError.is(error)) throw new SampleFileError(error.message);
    if (!isFileError(error)) throw error;
    throw new SampleFileError(
      `The sample file ${file} cannot be read. Mend the setting tutorPromptLab.sampleFiles for ${benchmark.title}.`,
    );
  }
  const { samples, problems } = planned.loaded;
  if (kind === 'file' && samples.length === 0) {
    throw new SampleFileError(
      `${file}: no sample is left. ${problems.find((one) => one.severity === 'error')?.message ?? ''}`,
    );
  }
  return planned;
}

/** Node's errors about files have a code. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/** Where the wordings of a prompt are looked for. */
interface WordingSearch {
  readonly settings: Settings;
  readonly policy: ProtocolPolicy;
  readonly extensionUri: vscode.Uri;
}

/** How long it stands in the status bar that wordings are left out, in milliseconds. */
const noteMs = 15_000;

/**
 * The own wordings for the judges of a run of the prompt at `uri`: those of the setting's folder, else of `judges/` beside or above it.
 * None in Restricted Mode, where no run starts either. Throws `JudgeWordingError` for wordings that cannot be sent, and for a setting
 * that names no folder.
 */
export async function judgeWordings(
  uri: vscode.Uri,
  { benchmarks, judges }: Pick<RunChoices, 'benchmarks' | 'judges'>,
  { settings, policy, extensionUri }: WordingSearch,
): Promise<ReadonlyMap<BenchmarkId, readonly JudgeWording[]>> {
  const found = new Map<BenchmarkId, readonly JudgeWording[]>();
  if (!vscode.workspace.isTrusted) return found;
  const { judgeWordingFolder: setting } = settings;
  const folder =
    setting === ''
      ? wordingFolderOf(
          uri,
          benchmarks.map(({ id }) => id),
        )
      : await namedWordingFolder(setting, pathFromPrompt(uri, setting, vscode.workspace));
  if (folder === undefined) return found;
  const shown = vscode.workspace.asRelativePath(folder, false);
  if (judges.every(({ simulated }) => simulated)) {
    vscode.window.setStatusBarMessage(`The offline judge reads no wording: ${shown} is left out.`, noteMs);
    return found;
  }
  for (const benchmark of benchmarks) {
    const starterSet = vscode.Uri.joinPath(extensionUri, 'starter-sets', benchmark.starterSet).fsPath;
    const { wordings, notes } = await readJudgeWordings(benchmark, { folder, shown, starterSet, policy });
    for (const note of notes) void vscode.window.showWarningMessage(`Judge wording: ${note}`);
    if (wordings.length > 0) found.set(benchmark.id, wordings);
  }
  return found;
}

/** The folder of wordings beside or above a prompt; `undefined` where there is none, and for prompts that are no file. */
function wordingFolderOf(uri: vscode.Uri, benchmarks: readonly string[]): string | undefined {
  if (uri.scheme !== 'file') return undefined;
  const root = folderOfPrompt(uri, vscode.workspace);
  return findWordingFolder(path.dirname(uri.fsPath), benchmarks, ['.git'], root);
}
