import { trustOf, type JudgeTrust } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { modelDestination, modelName } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import type { MetricTrust, ReportedMetric, RunReport } from './reportModel';

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const destinations = new Map(session.manifest.judges.map((model) => [modelName(model), modelDestination(model)]));
  const versions = versionsInUse(session);
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric): ReportedMetric => {
        const judgeTrust = metric.judges.map((dimension) => {
          const version =
            versions.get(key(benchmark.id, block.judge, dimension)) ??
            benchmark.judges.find(({ id }) => id === dimension)?.version;
          const judge = destinations.get(block.judge) ?? block.judge;
          return metricTrust(dimension, trustOf(cards, judge, benchmark.id, dimension, version));
        });
        return judgeTrust.length === 0 ? metric : { ...metric, judgeTrust };
      }),
    })),
  }));
  return { ...report, benchmarks };
}

/** The wording that each judge really had: a policy may change it. Code that decides without a model has none. */
function versionsInUse({ items, state }: RunSession): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const item of items) {
    for (const [model, answers] of state.items.get(item.key)?.answers ?? []) {
      for (const { version, verdicts } of answers.values()) {
        if (version === 'computed') continue;
        for (const { judge } of verdicts) versions.set(key(item.benchmark.id, model, judge), version);
      }
    }
  }
  return versions;
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') return { dimension, status: 'unchecked' };
  const { card, older } = trust;
  return {
    dimension,
    status: trust.kind,
    ...(card.kappa === null ? {} : { kappa: card.kappa }),
    n: card.n,
    at: card.at,
    gold: card.gold.name,
    older,
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(trust.kind === 'beaten' ? { reason: trust.reason } : {}),
  };
}
