import type { Benchmark, BenchmarkId } from './benchmark';
import { guideEval } from './guideeval/definition';
import { kmpDialogue } from './kmpDialogue/definition';
import { kmpSkills } from './kmpSkills/definition';
import { mrBench } from './mrbench/definition';
import { socratesBench } from './socratesbench/definition';
import { tutorBench } from './tutorbench/definition';

/** Every benchmark there is, in the order they are offered. Adding one is a folder and a line here. */
const all: readonly Benchmark[] = [guideEval, mrBench, socratesBench, kmpDialogue, kmpSkills, tutorBench];

/** Benchmarks by id, in the order they are offered. */
export const benchmarks: ReadonlyMap<BenchmarkId, Benchmark> = new Map(
  all.map((benchmark) => [benchmark.id, benchmark]),
);
