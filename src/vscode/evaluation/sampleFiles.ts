import * as vscode from 'vscode';
import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { SampleFileError } from '../../core/engine/loadSamples';
import type { PlannedBenchmark } from '../../core/engine/planRun';
import { readPlannedSamples } from '../../core/engine/readPlannedSamples';
import { NotTextError } from '../../core/store/namedText';
import { PlainFileError } from '../../core/store/plainFile';
import type { SamplePlace } from '../comparing/comparisonJob';
import type { Settings } from '../settings';
import { pathFromPrompt } from './promptFolder';

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
