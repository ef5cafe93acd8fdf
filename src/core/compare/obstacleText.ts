import type { BenchmarkId } from '../benchmarks/benchmark';
import type { Comparison, MetricComparison } from './comparison';
import { differenceName } from './whatIsCompared';

/** Why a metric has no verdict, in words; `undefined` where it was tested. */
export function obstacleText(
  metric: MetricComparison,
  benchmark: BenchmarkId,
  comparison: Comparison,
): string | undefined {
  const { word, obstacle, after, compared } = metric;
  if (word === 'tooFew') return 'too few units that both runs have';
  if (word !== 'notComparable') return undefined;
  switch (obstacle) {
    case 'noScores':
      return `the simulation understood nothing of the ${after.n + after.excluded === 0 ? 'second' : 'first'} run’s prompt, so that run has no scores`;
    case 'oneRunOnly':
      return `only the ${after.n + after.excluded === 0 ? 'first' : 'second'} run computes it`;
    case 'differences':
      return unlikeText(metric, benchmark, comparison);
    case 'noValue':
    case undefined: {
      const [none, other] = [compared.before === undefined, compared.after === undefined];
      if (none && other) return 'neither run has a value for it';
      return none ? 'the first run has no value for it' : 'the second run has no value for it';
    }
  }
}

/** The first difference that bears on the metric; a judge says nothing about metrics that are made without it. */
function unlikeText(
  { judges }: MetricComparison,
  benchmark: BenchmarkId,
  { differences, intended }: Comparison,
): string {
  const found = differences.filter(({ kind, breaks, subject, benchmark: where }) => {
    if (!breaks || intended.includes(kind) || (where !== undefined && where !== benchmark)) return false;
    if (kind === 'judgeModel') return judges.length > 0;
    return kind === 'judgeVersion' ? subject !== undefined && judges.includes(subject) : true;
  });
  const [first] = found;
  if (first === undefined) return 'the runs differ';
  return `${differenceName(first)}${found.length > 1 ? `, and ${found.length - 1} more` : ''}`;
}
