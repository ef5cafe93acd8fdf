import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkId } from '../core/benchmarks/benchmark';
import { defaultPolicy } from '../core/benchmarks/protocolPolicy';
import { builtInTexts } from '../core/engine/readJudgeWordings';
import { startingWording } from '../core/judging/judgeWordingFile';
import { wordingFolderName } from '../core/judging/judgeWordingFolder';
import { writeNew } from '../core/store/writeFile';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** Options of `judge-wording`. */
export interface JudgeWordingOptions {
  readonly out?: string;
  readonly oneJudgeCall?: boolean;
}

/** Writes the built-in text of a judge as files to begin with; never over a file that is there. Returns the exit code. */
export async function judgeWordingCommand(
  benchmarkId: string,
  judge: string,
  { out = wordingFolderName, oneJudgeCall = false }: JudgeWordingOptions,
  context: CliContext,
): Promise<number> {
  const benchmark = context.benchmarks.get(benchmarkId as BenchmarkId);
  if (benchmark === undefined) {
    throw new CliError(`There is no benchmark “${benchmarkId}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
  }
  const starterSet = path.join(context.starterSets, benchmark.starterSet);
  const texts = await builtInTexts(benchmark, starterSet, { ...defaultPolicy, oneJudgeCall });
  const own = texts.filter(({ judges }) => judges.includes(judge));
  if (own.length === 0) {
    const known = [...new Set(texts.flatMap(({ judges }) => judges))].join(', ');
    throw new CliError(`${benchmark.title} has no judge “${judge}” with a text. It has: ${known}.`);
  }
  const folder = path.resolve(context.cwd, out, benchmark.id);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new CliError(`Cannot make ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  });
  for (const [place, { judges, hash, text }] of own.entries()) {
    // Judges that share a text have one file, named after the first of them.
    const [name = judge] = judges;
    const file = path.join(folder, own.length === 1 ? `${name}.md` : `${name}-${place + 1}.md`);
    try {
      await writeNew(file, startingWording(name, hash, text), { isSynced: false, mode: 0o666 });
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      const reason = isThere ? 'It is there already.' : error instanceof Error ? error.message : String(error);
      throw new CliError(`Cannot write ${file}: ${reason}`);
    }
    context.out(`${foreignText(file)}\n`);
    if (judges.length > 1) context.err(`It is the text of: ${judges.join(', ')}.\n`);
  }
  context.err(
    'Edit it; runs beside or below its folder use it. Check it against people: tutor-prompt-lab calibrate with --judge-wording.\n',
  );
  return 0;
}
