import type { RunSummary } from '../store/runSummary';
import type { BaselineChanges, MetricChange } from './comparisonViewModel';
import { formatMetric, formatNumber } from '../benchmark/formatMetric';
import type { RunReport } from '../results/reportModel';

/** The metric that stands for a run where there is room for one number. */
export interface Headline {
  readonly title: string;
  readonly value: string;
  readonly n: number;
  readonly change?: MetricChange;
  readonly against?: string;
}

/** Of the first benchmark the first of its headlines that has a value, else its first metric with one. */
export function headlineOf({ benchmarks }: RunReport, changes?: BaselineChanges): Headline | undefined {
  const [benchmark] = benchmarks;
  const measured = (benchmark?.blocks ?? []).flatMap((block) =>
    block.metrics.filter(({ value }) => value !== undefined).map((metric) => ({ block, metric })),
  );
  const named = (benchmark?.headlines ?? []).flatMap((place) =>
    measured.filter(({ block, metric }) => `${block.id}/${metric.id}` === place),
  );
  const [found] = [...named, ...measured];
  if (benchmark === undefined || found === undefined) return undefined;
  const { block, metric } = found;
  const change = changes?.metrics.find(
    (one) =>
      one.benchmark === benchmark.id && one.block === block.id && one.metric === metric.id && one.judge === block.judge,
  );
  return {
    title: metric.title,
    value: formatMetric(metric),
    n: metric.n,
    ...(change && { change, against: changes?.against }),
  };
}

/** The metric that stands for a stored run, chosen as for a report: the first with a value of the first benchmark. */
export function summaryHeadline({ benchmarks }: RunSummary): Headline | undefined {
  const metric = benchmarks[0]?.blocks.flatMap(({ metrics }) => metrics).find(({ value }) => value !== undefined);
  if (metric?.value === undefined) return undefined;
  return { title: metric.title, value: formatNumber(metric.value, metric.unit), n: metric.n };
}
