import type { RunSummary } from '../store/runSummary';
import type { BaselineChanges, MetricChange } from './comparisonViewModel';
import { formatMetric } from '../benchmark/formatMetric';
import { formatNumber } from '../text/formatNumber';
import type { RunReport } from '../results/reportModel';

/** The metric shown where there is room for only one number. */
export interface Headline {
  readonly title: string;
  /** With its unit, for instance `0.71` or `71.3%`. */
  readonly value: string;
  readonly n: number;
  /** Change from the baseline, if known. */
  readonly change?: MetricChange;
  /** Name of the baseline. */
  readonly against?: string;
}

/** Of the first benchmark. */
export function headlineOf({ benchmarks }: RunReport, changes?: BaselineChanges): Headline | undefined {
  const [benchmark] = benchmarks;
  const found = benchmark && foremost(benchmark);
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

/** The same for a stored run. */
export function summaryHeadline({ benchmarks, purpose }: RunSummary): Headline | undefined {
  if (purpose !== undefined) return undefined;
  const metric = benchmarks[0] && foremost(benchmarks[0])?.metric;
  if (metric?.value === undefined) return undefined;
  return { title: metric.title, value: formatNumber(metric.value, metric.unit), n: metric.n };
}

interface MeasuredBlock<Metric> {
  readonly id: string;
  readonly judge: string;
  readonly metrics: readonly Metric[];
}

/** The first headline metric with a value, else the first metric with one. */
export function foremost<Metric extends { readonly id: string; readonly value?: number | undefined }>({
  headlines = [],
  blocks,
}: {
  readonly headlines?: readonly string[] | undefined;
  readonly blocks: readonly MeasuredBlock<Metric>[];
}): { readonly block: MeasuredBlock<Metric>; readonly metric: Metric } | undefined {
  const measured = blocks.flatMap((block) =>
    block.metrics.filter(({ value }) => value !== undefined).map((metric) => ({ block, metric })),
  );
  const named = headlines.flatMap((name) =>
    measured.filter(({ block, metric }) => `${block.id}/${metric.id}` === name),
  );
  return [...named, ...measured][0];
}
