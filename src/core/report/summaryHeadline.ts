import type { RunSummary } from '../store/runSummary';
import { formatNumber } from './formatMetric';
import type { Headline } from './headline';

/** The metric that stands for a stored run, chosen as for a report: the first with a value of the first benchmark. */
export function summaryHeadline({ benchmarks }: RunSummary): Headline | undefined {
  const metric = benchmarks[0]?.blocks.flatMap(({ metrics }) => metrics).find(({ value }) => value !== undefined);
  if (metric?.value === undefined) return undefined;
  return { title: metric.title, value: formatNumber(metric.value, metric.unit), n: metric.n };
}
