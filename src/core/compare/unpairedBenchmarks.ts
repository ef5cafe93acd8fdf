import type { BenchmarkId } from '../benchmarks/benchmark';

/**
 * Benchmarks whose repeats have no partner in another run: the third conversation of one run has nothing to do with the third of
 * another. They are compared as two independent groups of conversations.
 */
export const unpairedBenchmarks: ReadonlySet<BenchmarkId> = new Set<BenchmarkId>(['socratesbench']);
