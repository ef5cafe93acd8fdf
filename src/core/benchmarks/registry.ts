import type { Benchmark, BenchmarkId } from './benchmark';
import { guideEval } from './guideeval/definition';
import { mrBench } from './mrbench/definition';

/** Every benchmark there is, in the order they are offered. Adding one is a folder and a line here. */
const all: readonly Benchmark[] = [guideEval, mrBench];

/** Benchmarks by id, in the order they are offered. */
export const benchmarks: ReadonlyMap<BenchmarkId, Benchmark> = new Map(
  all.map((benchmark) => [benchmark.id, benchmark]),
);
