import type { Dialogue } from './dialogue';
import type { Verdict } from './judging/verdict';

/** One trial of a sample: the dialogue and one judge model's verdicts. */
export interface RepeatResult {
  /** Counted from 0. */
  readonly repeat: number;
  readonly dialogue: Dialogue;
  readonly verdicts: readonly Verdict[];
}

/** One judge model's results for a sample. A trial in `notApplicable` makes a statistic over all samples impossible. */
export interface SampleResult<S> {
  readonly sample: S;
  readonly repeats: readonly RepeatResult[];
  /** Judges that were asked about it; absent: all. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/** The results that a metric may count: those on which all of its judges were asked. */
export function resultsFor<S>(
  { judges }: { readonly judges: readonly string[] },
  results: readonly SampleResult<S>[],
): readonly SampleResult<S>[] {
  if (results.every(({ asked }) => asked === undefined)) return results;
  return results.filter(({ asked }) => asked === undefined || judges.every((judge) => asked.has(judge)));
}

/** A result with one of its trials; nothing if it lacks that. */
export function ofRepeat<S>(result: SampleResult<S>, wanted: number): readonly SampleResult<S>[] {
  const repeats = result.repeats.filter(({ repeat }) => repeat === wanted);
  return repeats.length === 0 ? [] : [{ ...result, repeats }];
}
