import { metricName, type MetricRole } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { unitsAsked } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import type { Comparison } from './comparison';

/** Where an early look ended a target or guard of the later run. */
export function stoppedMetrics(
  run: RunSession,
  benchmarks: readonly Benchmark[],
  roles: ReadonlyMap<string, MetricRole>,
): Pick<Comparison, 'stopped'> {
  const { settled = [], end = Number.POSITIVE_INFINITY } = run.state.looks.at(-1) ?? {};
  const futile = new Set(settled.flatMap(({ metric, outcome }) => (outcome === 'futile' ? [metric] : [])));
  const stopped = benchmarks.flatMap((benchmark) =>
    benchmark.metrics.flatMap((one) => {
      const metric = metricName(benchmark.id, one);
      const units = Math.min(end, unitsAsked(run, benchmark.id, one.judges));
      if (!roles.has(metric) || !Number.isFinite(units)) return [];
      return { metric, units, ...(futile.has(metric) && { futile: true as const }) };
    }),
  );
  return stopped.length === 0 ? {} : { stopped };
}
