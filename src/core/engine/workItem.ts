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

/** Plays of one run; the largest public data sets have some thousand samples. */
const mostPlays = 100_000;

/** A run of more plays than a machine or a purse is fit for. */
export class TooManyPlaysError extends Error {
  override readonly name = 'TooManyPlaysError';

  static is(error: unknown): error is TooManyPlaysError {
    return error instanceof TooManyPlaysError;
  }
}

/** Throws `TooManyPlaysError` for a run of so many plays, before any of them is made. */
export function assertPlays(plays: number): void {
  if (plays <= mostPlays) return;
  const [asked, most] = [plays, mostPlays].map((count) => count.toLocaleString('en'));
  throw new TooManyPlaysError(
    `The run would have ${asked} plays (samples times repeats); ${most} are the most. Lower the repeats or set a limit.`,
  );
}

/** How often a sample is played: as the user chose, else as it asks for itself, else as its benchmark does. */
export function repeatsOf(
  benchmark: Benchmark,
  sample: Sample,
  entry: { readonly repeats: number; readonly repeatsChosen?: boolean | undefined },
): number {
  if (entry.repeatsChosen === true || benchmark.repeatsOf === undefined) return entry.repeats;
  return benchmark.repeatsOf(sample);
}

/** The key of a play, as it stands in records and case ids. */
export function workItemKey(benchmark: BenchmarkId, sampleId: string, repeat: number): string {
  return `${benchmark}/${sampleId}#${repeat}`;
}
