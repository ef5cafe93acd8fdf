import { trustFigures } from '../calibration/judgeStanding';
import type { JudgeTrust } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { TrustCard } from '../store/trustCard';
import type { MetricTrust, ReportedMetric, RunReport } from './reportModel';
import { runTrust } from './runTrust';

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const trustIn = runTrust(session, cards);
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric): ReportedMetric => {
        const trust = trustIn({ benchmark: benchmark.id, judge: block.judge, metric });
        return trust.length === 0 ? metric : { ...metric, ...judgeTrustOf(metric, trust) };
      }),
    })),
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

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') {
    const { reason } = trust;
    return { dimension, status: 'unchecked', ...(reason === undefined ? {} : { reason }) };
  }
  const { card, older } = trust;
  const { kappa, n } = trustFigures(card);
  return {
    dimension,
    status: trust.kind,
    ...(kappa === undefined ? {} : { kappa }),
    n,
    ...(card.within === undefined ? {} : { tutors: card.within.tutors.length }),
    at: card.at,
    gold: card.gold.name,
    older,
    ...(isLearnedVersion(card.judgeVersion) ? { learned: true as const } : {}),
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(card.trainedDialogues === undefined ? {} : { trainedDialogues: card.trainedDialogues }),
    ...(card.measuredOn === undefined ? {} : { measuredOn: card.measuredOn }),
    ...(trust.kind === 'checked' ? { beats: trust.beats } : { reason: trust.reason }),
  };
}
