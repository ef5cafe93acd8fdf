import type { Benchmark, BenchmarkId, Sample } from '../benchmarks/benchmark';

/** One play of one sample: the unit of planning, of resume and of the case list. */
export interface WorkItem {
  /** `benchmark/sample#repeat`; names the item in records, in order and for ever. */
  readonly key: string;
  readonly benchmark: Benchmark;
  readonly sample: Sample;
  /** Counted from 0. */
  readonly repeat: number;
}

/** The key of a play, as it stands in records and case ids. */
export function workItemKey(benchmark: BenchmarkId, sampleId: string, repeat: number): string {
  return `${benchmark}/${sampleId}#${repeat}`;
}
