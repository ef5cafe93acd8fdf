import { beatenFigures } from '../calibration/beatenFigures';
import { correctedScore, type Correction } from '../calibration/correctedScore';
import type { JudgeTrust } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { TrustCard } from '../store/trustCard';
import { correctionNotes } from './correctedText';
import { benchmarksOfRun, definitionOf } from './metricDefinitions';
import type { MetricBlock, MetricTrust, ReportedMetric, RunReport } from './reportModel';
import { runTrust } from './runTrust';

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const trustIn = runTrust(session, cards);
  const definitions = benchmarksOfRun(session);
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block): MetricBlock => {
      const metrics = block.metrics.map((metric): ReportedMetric => {
        const trust = trustIn({ benchmark: benchmark.id, judge: block.judge, metric });
        if (trust.length === 0) return metric;
        const own = definitionOf(definitions.get(benchmark.id), metric);
        const verdictScore = own?.kind === 'mean' ? own.verdictScore : undefined;
        const correction = correctedScore({ metric, verdictScore, trust, policy: session.policy });
        return { ...metric, ...judgeTrustOf(metric, trust), ...correctionOf(correction) };
      });
      const notes = correctionNotes(metrics);
      return { ...block, metrics, ...(notes.length === 0 ? {} : { correctionNotes: notes }) };
    }),
  }));
  return { ...report, benchmarks };
}

/** What is known of a metric's judges, as it is shown; nothing where no judge has a part in the metric. */
export function judgeTrustOf(
  { judges }: Pick<ReportedMetric, 'judges'>,
  trust: readonly JudgeTrust[],
): Pick<ReportedMetric, 'judgeTrust'> {
  return trust.length === 0 ? {} : { judgeTrust: trust.map((one, place) => metricTrust(judges[place] ?? '', one)) };
}

function correctionOf(correction: Correction): Pick<ReportedMetric, 'corrected' | 'uncorrected'> {
  return correction.kind === 'corrected' ? { corrected: correction.score } : { uncorrected: correction.reason };
}

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') {
    const { reason } = trust;
    return { dimension, status: 'unchecked', ...(reason === undefined ? {} : { reason }) };
  }
  const { card, older } = trust;
  return {
    dimension,
    status: trust.kind,
    ...(card.kappa === null ? {} : { kappa: card.kappa }),
    n: card.n,
    at: card.at,
    gold: card.gold.name,
    older,
    ...(isLearnedVersion(card.judgeVersion) ? { learned: true as const } : {}),
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(card.trainedDialogues === undefined ? {} : { trainedDialogues: card.trainedDialogues }),
    ...(card.measuredOn === undefined ? {} : { measuredOn: card.measuredOn }),
    ...(trust.kind === 'checked' ? beatsOf(card) : { reason: trust.reason }),
  };
}

function beatsOf(card: TrustCard): Pick<MetricTrust, 'beats'> {
  const beats = beatenFigures(card);
  return beats === undefined ? {} : { beats };
}
