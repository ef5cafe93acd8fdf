import { placedHeads } from '../store/benchmarkHeads';
import type { RunSummary } from '../store/runSummary';
import { formatNumber } from './formatMetric';
import type { Headline } from './headline';

/** The metric that stands for a stored run, chosen as for a report: the first with a value of the first benchmark. */
export function summaryHeadline({ benchmarks }: RunSummary): Headline | undefined {
  const [benchmark] = benchmarks;
  const place = benchmark?.figures.value.findIndex((value) => value !== undefined) ?? -1;
  const value = benchmark?.figures.value[place];
  const head = benchmark === undefined ? undefined : placedHeads(benchmark.heads)[place]?.head;
  if (value === undefined || head === undefined) return undefined;
  return { title: head.title, value: formatNumber(value, head.unit), n: benchmark?.figures.n[place] ?? 0 };
}
