import type { Benchmark, Sample } from '../benchmarks/benchmark';
import { type MetricValue, wasPlanned } from '../benchmarks/metric';
import { metricValue, type MetricValueOptions } from '../benchmarks/metricValue';
import type { SampleResult } from '../benchmarks/sampleResult';
import type { MetricBlock } from './reportModel';

/**
 * A benchmark's metrics by one judge model, in the benchmark's order of blocks; metrics that name no block of it come first.
 * A metric for which nothing was planned is left out, as is a block of such metrics; while the run goes on they may still come.
 */
export function metricBlocks(
  benchmark: Benchmark,
  results: readonly SampleResult<Sample>[],
  judge: string,
  options: MetricValueOptions,
  goingOn: boolean,
): readonly MetricBlock[] {
  const known = new Set(benchmark.blocks.map(({ id }) => id));
  const byBlock = new Map<string, MetricValue[]>([
    ['', []],
    ...benchmark.blocks.map(({ id }) => [id, []] as [string, MetricValue[]]),
  ]);
  for (const definition of benchmark.metrics) {
    const block = definition.block !== undefined && known.has(definition.block) ? definition.block : '';
    const figureOfMean = benchmark.figureOfMean?.(definition);
    byBlock.get(block)?.push(metricValue(definition, results, { ...options, figureOfMean }));
  }
  const heads = known.has('') ? benchmark.blocks : [{ id: '', title: benchmark.title }, ...benchmark.blocks];
  return heads.flatMap(({ id, title }) => {
    const metrics = byBlock.get(id) ?? [];
    const planned = metrics.filter(wasPlanned);
    return planned.length === 0 ? [] : [{ id, title, judge, metrics: goingOn ? metrics : planned }];
  });
}
