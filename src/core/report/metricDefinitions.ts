import type { Sample } from '../benchmarks/benchmark';
import type { MetricDefinition, MetricHead } from '../benchmarks/metric';
import type { RunSession } from '../engine/runSession';

type Benchmark = RunSession['items'][number]['benchmark'];

/** The benchmarks that a run has work of, by id. */
export function benchmarksOfRun({ items }: RunSession): ReadonlyMap<string, Benchmark> {
  return new Map(items.map(({ benchmark }) => [benchmark.id, benchmark]));
}

/** How a benchmark works out a metric of a table; `undefined` where it has none of that name. */
export function definitionOf(
  benchmark: Benchmark | undefined,
  { id, block }: Pick<MetricHead, 'id' | 'block'>,
): MetricDefinition<Sample> | undefined {
  return benchmark?.metrics.find((metric) => metric.id === id && metric.block === block);
}
