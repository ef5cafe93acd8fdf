import * as vscode from 'vscode';
import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { SampleFileError } from '../../core/engine/loadSamples';
import type { PlannedBenchmark } from '../../core/engine/planRun';
import { readPlannedSamples } from '../../core/engine/readPlannedSamples';
import { NotTextError, PlainFileError } from '../../core/store/plainFile';
import type { Settings } from '../settings';
import { samplePlace } from './samplePlaces';

/** Reads the samples of a benchmark from where the settings say. Throws `SampleFileError` where a file of one's own is of no use. */
export async function readSamples(
  benchmark: Benchmark,
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<PlannedBenchmark> {
  const { kind, file } = samplePlace(benchmark, settings, promptUri, extensionUri);
  let planned: PlannedBenchmark;
  try {
    planned = await readPlannedSamples(benchmark, kind, file, all.values());
  } catch (error) {
    if (kind === 'starter') throw error;
    if (PlainFileError.is(error) || NotTextError.is(error)) throw new SampleFileError(error.message);
    if (!isFileError(error)) throw error;
    throw new SampleFileError(
      vscode.l10n.t(
        'The sample file {0} cannot be read. Mend the setting tutorPromptLab.sampleFiles for {1}.',
        file,
        benchmark.title,
      ),
    );
  }
  const { samples, problems } = planned.loaded;
  if (kind === 'file' && samples.length === 0) {
    throw new SampleFileError(
      vscode.l10n.t(
        '{0}: no sample is left. {1}',
        file,
        problems.find((one) => one.severity === 'error')?.message ?? '',
      ),
    );
  }
  return planned;
}

/** Node's errors about files have a code. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
