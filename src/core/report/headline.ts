import type { BaselineChanges, MetricChange } from './comparisonViewModel';
import { formatMetric } from './formatMetric';
import type { RunReport } from './reportModel';

/** The metric that stands for a run where there is room for one number. */
export interface Headline {
  readonly title: string;
  /** With its unit, for instance `0.71` or `71.3%`. */
  readonly value: string;
  readonly n: number;
  /** Its change from the baseline, where that is known. */
  readonly change?: MetricChange;
  /** What the change is measured against, where there is one. */
  readonly against?: string;
}

/** The first metric with a value of the first benchmark: benchmarks have their most important block first. */
export function headlineOf({ benchmarks }: RunReport, changes?: BaselineChanges): Headline | undefined {
  const [benchmark] = benchmarks;
  const block = benchmark?.blocks.find(({ metrics }) => metrics.some(({ value }) => value !== undefined));
  const metric = block?.metrics.find(({ value }) => value !== undefined);
  if (benchmark === undefined || block === undefined || metric === undefined) return undefined;
  const change = changes?.metrics.find(
    (one) =>
      one.benchmark === benchmark.id && one.block === block.id && one.metric === metric.id && one.judge === block.judge,
  );
  return {
    title: metric.title,
    value: formatMetric(metric),
    n: metric.n,
    ...(change === undefined || changes === undefined ? {} : { change, against: changes.against }),
  };
}
