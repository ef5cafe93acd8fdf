import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark, BenchmarkId } from '../core/benchmarks/benchmark';
import type { ProtocolPolicy } from '../core/benchmarks/protocolPolicy';
import { readJudgeWordings } from '../core/engine/readJudgeWordings';
import type { JudgeWording } from '../core/judging/judgeWording';
import { findWordingFolder } from '../core/judging/judgeWordingFile';
import type { ManifestModel } from '../core/store/runManifest';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** `--judge-wording DIR`, `--no-judge-wording`, or neither. */
export interface JudgeWordingOption {
  readonly judgeWording?: string | false;
}

export type WordingsByBenchmark = ReadonlyMap<BenchmarkId, readonly JudgeWording[]>;

const none: WordingsByBenchmark = new Map();

/**
 * The own wordings for the judges of a run: those of the named folder, or of `judges/` beside or above `start` where none is named.
 * Throws `CliError` for a folder that has none, `JudgeWordingError` for wordings that cannot be sent.
 */
export async function wordingsFor(
  benchmarks: readonly Benchmark[],
  { judgeWording }: JudgeWordingOption,
  { start, judges, policy }: { start: string; judges: readonly ManifestModel[]; policy: ProtocolPolicy },
  context: CliContext,
): Promise<WordingsByBenchmark> {
  if (judgeWording === false) return none;
  const ids = benchmarks.map(({ id }) => id);
  const folder =
    judgeWording === undefined ? findWordingFolder(start, ids, ['.git']) : path.resolve(context.cwd, judgeWording);
  if (folder === undefined) return none;
  if (!existsSync(folder)) {
    throw new CliError(`There is no folder ${folder}. Write one with: tutor-prompt-lab judge-wording BENCHMARK JUDGE`);
  }
  if (judges.every(({ simulated }) => simulated)) {
    context.err(`warning: The offline judge reads no wording; ${foreignText(folder)} is left out.\n`);
    return none;
  }
  const found = new Map<BenchmarkId, readonly JudgeWording[]>();
  for (const benchmark of benchmarks) {
    const { wordings, notes } = await readJudgeWordings(benchmark, {
      folder,
      shown: path.relative(context.cwd, folder).split(path.sep).join('/') || '.',
      starterSet: path.join(context.starterSets, benchmark.starterSet),
      policy,
    });
    for (const note of notes) context.err(`warning: ${foreignText(note)}\n`);
    if (wordings.length > 0) found.set(benchmark.id, wordings);
  }
  if (judgeWording !== undefined && found.size === 0) {
    const wanted = ids.map((id) => path.join(folder, id)).join(', ');
    throw new CliError(
      `There is no judge wording in ${wanted} that says anything else than the built-in text. Write one with: tutor-prompt-lab judge-wording BENCHMARK JUDGE`,
    );
  }
  return found;
}
