import path from 'node:path';
import type { Benchmark } from '../benchmarks/benchmark';
import { readNamedText } from '../store/plainFile';
import { loadSamples } from './loadSamples';
import type { PlannedBenchmark } from './planRun';
import { readSampleImages } from './sampleImages';

/**
 * Reads a benchmark's samples from its starter set or from a file of one's own, with their images. `others`: benchmarks that a file
 * may turn out to be for. Throws `SampleFileError`, and what `readNamedText` throws.
 */
export async function readPlannedSamples(
  benchmark: Benchmark,
  kind: 'starter' | 'file',
  file: string,
  others: Iterable<Benchmark>,
): Promise<PlannedBenchmark> {
  const text = await readNamedText(file);
  const name = kind === 'starter' ? benchmark.starterSet : file;
  const found = loadSamples(benchmark, { name, text }, kind === 'starter' ? [] : others);
  const loaded = await readSampleImages(benchmark, found, path.dirname(file));
  return { benchmark, loaded, source: { kind, name: path.basename(name), format: loaded.format } };
}
