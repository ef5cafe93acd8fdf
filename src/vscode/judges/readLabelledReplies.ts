import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { GoldSourceError, type GoldSource } from '../../core/calibration/goldSource';
import { readGold } from '../../core/calibration/readGold';

/** Bytes; near the longest string that Node can hold. */
const largest = 512 * 1024 * 1024;

/** Labelled replies that a judge can be asked about, and whose labels are people's. */
export type LabelledReplies = Extract<GoldSource, { kind: 'replies' }>;

/** Reads a file of labelled replies. Throws `GoldSourceError` and `SampleFileError`, which say what is wrong with it. */
export async function readLabelledReplies(benchmark: Benchmark, file: string): Promise<LabelledReplies> {
  const source = readGold(benchmark, { name: file, text: await textOf(file) }, { others: benchmarks.values() });
  if (source.kind === 'answers') {
    throw new GoldSourceError(
      `${source.name} holds a judge’s answers and no replies that another could be asked about. The command line shows their figures: tutor-prompt-lab calibrate.`,
    );
  }
  if (source.by === 'judge') {
    throw new GoldSourceError(
      `The labels in ${source.name} are another judge’s, not people’s, so no trust card could come of them. Give labels of people.`,
    );
  }
  return source;
}

async function textOf(file: string): Promise<string> {
  const name = path.basename(file);
  try {
    if ((await stat(file)).size > largest) throw new GoldSourceError(`${name} is larger than 512 MB.`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if (GoldSourceError.is(error)) throw error;
    if (error instanceof TypeError) throw new GoldSourceError(`${name} is not UTF-8 text. Save it as UTF-8.`);
    throw new GoldSourceError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
