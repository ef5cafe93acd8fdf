import { decimalText } from '../benchmark/formatMetric';
import type { ReportedMetric, RunReport } from '../results/reportModel';
import type { MetricTrust, TrustBadge } from '../results/trustModel';
import { modelDestination, modelName, type RunManifest } from '../store/runManifest';
import { countWords } from '../text/countWords';
import { readableLine } from '../text/readableText';
import { beatenWords } from '../trust/judgeStanding';

/** One badge for all judges of a metric, that of the worst; `undefined` where no judge has a part in it or none was looked up. */
export function trustBadge(trust: readonly MetricTrust[] | undefined): TrustBadge | undefined {
  const worst = worstTrust(trust);
  if (trust === undefined || worst === undefined) return undefined;
  const { status } = worst;
  const which = trust.length === 1 ? '' : `${readableLine(worst.dimension)}: `;
  if (status === 'unchecked') {
    const unchecked = trust.filter((one) => one.status === 'unchecked').length;
    const count = trust.length === 1 ? 'unchecked' : `${unchecked} of ${trust.length} judges unchecked`;
    const reason = worst.reason && which + readableLine(worst.reason);
    const full = reason === undefined ? count : `${count}: ${reason}`;
    return { status, short: 'unchecked', n: 0, facts: '', reason, full };
  }
  const kappa = worst.kappa === undefined ? 'κ n/a' : `κ ${decimalText(worst.kappa, 2)}`;
  const { n = 0 } = worst;
  const remark = worst.measuredOn === undefined ? undefined : readableLine(worst.measuredOn);
  const facts = [
    (worst.at ?? '').slice(0, 10),
    ...(worst.tutors === undefined ? [] : [`within ${countWords(worst.tutors, 'tutor', 'tutors')}`]),
    ...(worst.simulated === true ? ['simulated judge'] : []),
    ...((worst.heldOut ?? 0) > 0 ? ['out of fold'] : []),
    ...((worst.trainedDialogues ?? 0) > 0 ? ['on dialogues it was trained on'] : []),
    ...(worst.older === true ? [worst.learned === true ? 'earlier version' : 'older wording'] : []),
    ...(remark === undefined ? [] : ['other material']),
  ].join(', ');
  const figures = `${kappa}, n ${n.toLocaleString('en')}, ${facts}${remark === undefined ? '' : ` (${remark})`}`;
  const known = { status, n, facts, remark };
  if (worst.reason === undefined) {
    const beats = worst.beats && beatenWords[worst.beats];
    // One of the two is enough to be relied on, so it is said wherever it is only one.
    const full = which + figures + (beats === undefined || worst.beats === 'both' ? '' : `; ${beats}`);
    return { ...known, short: kappa, beats, full };
  }
  const why = readableLine(worst.reason);
  return status === 'few'
    ? { ...known, short: 'too few labels', reason: which + why, full: `${which}too few labels: ${why}; ${figures}` }
    : { ...known, short: `${kappa} !`, reason: which + why, full: `${which}${figures}; not to be relied on: ${why}` };
}

const worstFirst: readonly MetricTrust['status'][] = ['beaten', 'unchecked', 'few', 'checked'];

/** The judge that the badge of a metric is about: of equals in `worstFirst` the one with the lowest kappa. */
export function worstTrust(trust: readonly MetricTrust[] = []): MetricTrust | undefined {
  return trust.toSorted(
    (left, right) =>
      worstFirst.indexOf(left.status) - worstFirst.indexOf(right.status) || (left.kappa ?? -1) - (right.kappa ?? -1),
  )[0];
}

/** The report with each of its metrics made anew; `judge` is the judge model of its block. */
export function withMetrics(
  report: RunReport,
  change: (metric: ReportedMetric, benchmark: string, judge: string) => ReportedMetric,
): RunReport {
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric) => change(metric, benchmark.id, block.judge)),
    })),
  }));
  return { ...report, benchmarks };
}

/** The report with a badge beside each metric whose judges were looked up, and the card that it leads to. */
export function withMetricBadges(report: RunReport, { judges }: Pick<RunManifest, 'judges'>): RunReport {
  const destinations = new Map(judges.map((model) => [modelName(model), modelDestination(model)]));
  return withMetrics(report, (metric, benchmark, by) => {
    const badge = trustBadge(metric.judgeTrust);
    const dimension = worstTrust(metric.judgeTrust)?.dimension;
    if (badge === undefined || dimension === undefined) return metric;
    return { ...metric, badge: { ...badge, place: { judge: destinations.get(by) ?? by, benchmark, dimension } } };
  });
}

/** The report with a note for each trust card that could not be read: a judge may stand there unchecked for want of it. */
export function withCardProblems(report: RunReport, problems: readonly string[]): RunReport {
  if (problems.length === 0) return report;
  const notes = problems.map((message) => ({ kind: 'cards', message }) as const);
  return { ...report, warnings: [...report.warnings, ...notes] };
}
