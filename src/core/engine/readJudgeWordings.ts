import type { Benchmark } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import { type JudgeText, judgeTexts } from '../judging/judgeWording';
import { readWordingFolder } from '../judging/judgeWordingFile';
import { chooseWordings, type ChosenWordings } from '../judging/judgeWordings';
import { readPlannedSamples } from './loadSamples';

/** Where wordings and the samples that show what they replace are. */
export interface WordingPlaces {
  readonly folder: string;
  /** What stands for `folder` in messages and in the run. */
  readonly shown: string;
  /** File of the benchmark's starter set. */
  readonly starterSet: string;
  readonly policy: ProtocolPolicy;
}

const none: ChosenWordings = { wordings: [], notes: [] };

/** Reads and checks the own wordings of a benchmark's judges. Throws `JudgeWordingError`, and what reading the starter set throws. */
export async function readJudgeWordings(
  benchmark: Benchmark,
  { folder, shown, starterSet, policy }: WordingPlaces,
): Promise<ChosenWordings> {
  const files = await readWordingFolder(folder, benchmark.id, shown);
  if (files.length === 0) return none;
  return chooseWordings(benchmark, await builtInTexts(benchmark, starterSet, policy), files);
}

/** The fixed texts of a benchmark's judges as a run under `policy` would send them. */
export async function builtInTexts(
  benchmark: Benchmark,
  starterSet: string,
  policy: ProtocolPolicy,
): Promise<readonly JudgeText[]> {
  const { loaded } = await readPlannedSamples(benchmark, 'starter', starterSet, []);
  return judgeTexts(benchmark, loaded.samples, policy);
}
