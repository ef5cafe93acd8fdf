import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { loadSamples, SampleFileError } from '../../core/engine/loadSamples';
import { readSampleImages } from '../../core/engine/sampleImages';
import type { PlannedBenchmark } from '../../core/engine/planRun';
import type { Settings } from '../settings';

/** Reads the samples of a benchmark: the file that the setting `sampleFiles` names, else the starter set. */
export async function readSamples(
  benchmark: Benchmark,
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<PlannedBenchmark> {
  const named = settings.sampleFiles[benchmark.id];
  if (named === undefined || named === '') {
    const file = vscode.Uri.joinPath(extensionUri, 'starter-sets', benchmark.starterSet).fsPath;
    const found = loadSamples(benchmark, { name: benchmark.starterSet, text: await readFile(file, 'utf8') });
    const loaded = await readSampleImages(benchmark, found, path.dirname(file));
    return { benchmark, loaded, source: { kind: 'starter', name: benchmark.starterSet, format: loaded.format } };
  }
  const folder = vscode.workspace.getWorkspaceFolder(promptUri)?.uri.fsPath ?? path.dirname(promptUri.fsPath);
  const file = path.resolve(folder, named);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new SampleFileError(
      vscode.l10n.t(
        'The sample file {0} cannot be read. Mend the setting tutorPromptLab.sampleFiles for {1}.',
        file,
        benchmark.title,
      ),
    );
  }
  const found = loadSamples(benchmark, { name: file, text }, all.values());
  const loaded = await readSampleImages(benchmark, found, path.dirname(file));
  if (loaded.samples.length === 0) {
    throw new SampleFileError(
      vscode.l10n.t(
        '{0}: no sample is left. {1}',
        file,
        loaded.problems.find((one) => one.severity === 'error')?.message ?? '',
      ),
    );
  }
  return { benchmark, loaded, source: { kind: 'file', name: path.basename(file), format: loaded.format } };
}
