import type { Benchmark } from '../benchmark/benchmark';
import { type BenchmarkId, benchmarkIds } from '../benchmark/samples';
import { guideEval } from './guideeval/definition';
import { kmpDialogue } from './kmpDialogue/definition';
import { kmpSkills } from './kmpSkills/definition';
import { mrBench } from './mrbench/definition';
import { socratesBench } from './socratesbench/definition';
import { tutorBench } from './tutorbench/definition';

const all: Readonly<Record<BenchmarkId, Benchmark>> = {
  guideeval: guideEval,
  mrbench: mrBench,
  socratesbench: socratesBench,
  'kmp-dialogue': kmpDialogue,
  'kmp-skills': kmpSkills,
  tutorbench: tutorBench,
};

/** Every benchmark by id, in display order. */
export const benchmarks: ReadonlyMap<BenchmarkId, Benchmark> = new Map(benchmarkIds.map((id) => [id, all[id]]));
