import { modelDestination, modelName, type RunManifest } from '../store/runManifest';
import type { ReportedMetric, RunReport } from './reportModel';
import { trustBadge, worstTrust } from './trustBadge';

/** The report with a badge beside each metric whose judges were looked up, and the card that it leads to. */
export function withMetricBadges(report: RunReport, { judges }: Pick<RunManifest, 'judges'>): RunReport {
  const destinations = new Map(judges.map((model) => [modelName(model), modelDestination(model)]));
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric): ReportedMetric => {
        const badge = trustBadge(metric.judgeTrust);
        const worst = worstTrust(metric.judgeTrust);
        if (badge === undefined || worst === undefined) return metric;
        const judge = destinations.get(block.judge) ?? block.judge;
        return {
          ...metric,
          badge: { ...badge, place: { judge, benchmark: benchmark.id, dimension: worst.dimension } },
        };
      }),
    })),
  }));
  return { ...report, benchmarks };
}
