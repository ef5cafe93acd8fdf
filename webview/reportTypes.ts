import type { BenchmarkReport, MetricBlock, VerdictChip } from '../src/core/results/reportModel';

/** Names for the inner parts of the report model, so that views need not reach into other folders of the core. */
export type MetricValue = MetricBlock['metrics'][number];
export type Outcome = VerdictChip['outcome'];
export type BetweenJudges = NonNullable<BenchmarkReport['agreement']>['dimensions'][number];
export type AlphaStatistic = BetweenJudges['nominal'];
