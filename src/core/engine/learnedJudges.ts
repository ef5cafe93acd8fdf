import type { BenchmarkId } from '../benchmarks/benchmark';
import type { LearnedJudge } from '../benchmarks/learnedJudge';

/** The learned judges that a run's offline judge is made of, by benchmark. */
export type LearnedJudges = ReadonlyMap<BenchmarkId, LearnedJudge>;
