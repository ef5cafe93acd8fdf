import { correctionNotes } from '../../src/core/report/correctedText';
import type { MetricBlock, MetricTrust, ReportedMetric, RunReport } from '../../src/core/report/reportModel';
import type { MetricBadge } from '../../src/core/report/judgesViewModel';
import { trustBadge } from '../../src/core/report/trustBadge';
import type { JudgedGold } from '../../src/core/statistics/judgeLine';
import { kappaOfCounts } from '../../src/core/statistics/agreement';
import { correctedMean } from '../../src/core/statistics/misclassification';

/** Made-up labels of 240 replies, each to a dialogue of its own: a judge that passes a fifth of what is bad. */
const ofShares = goldOf(
  [0, 1],
  [
    [96, 24],
    [12, 108],
  ],
);
/** Likewise for question levels: a judge that sees depth where there is little. */
const ofLevels = goldOf(
  [0, 1, 2, 3],
  [
    [40, 20, 0, 0],
    [5, 40, 15, 0],
    [0, 5, 45, 10],
    [0, 0, 10, 50],
  ],
);

function goldOf(scores: readonly number[], counts: readonly (readonly number[])[]): JudgedGold {
  const products = counts.flat().map((count, a, all) => all.map((_, b) => (a === b ? count : 0)));
  return { scores, counts, clusters: 240, products };
}

/** The report as it would be with a card of these labels for every judge whose badge, where there is one, says that it is checked. */
export function withCorrections(report: RunReport): RunReport {
  return {
    ...report,
    benchmarks: report.benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.map((block): MetricBlock => {
        const metrics = block.metrics.map(withCorrection);
        return { ...block, metrics, correctionNotes: correctionNotes(metrics) };
      }),
    })),
  };
}

function withCorrection(metric: ReportedMetric): ReportedMetric {
  const { value, ci, unit, scale, badge } = metric;
  const gold = unit === 'level' ? ofLevels : ofShares;
  const status = badge?.status ?? 'checked';
  const judgeTrust: readonly MetricTrust[] = [{ dimension: metric.judges[0] ?? '', status }];
  const uncorrected = (reason: string): ReportedMetric => ({ ...metric, judgeTrust, uncorrected: reason });
  if (status !== 'checked') return uncorrected('the judge is unchecked or not to be relied on');
  if (badge?.remark !== undefined) return uncorrected(`the judge was ${badge.remark}`);
  if (badge?.facts.endsWith('older wording') === true)
    return uncorrected('an earlier wording of the judge was checked');
  if (unit === 'points' || scale[0] < 0) return uncorrected('it is not a plain mean of one judge’s verdicts');
  if (value === undefined || ci === undefined) return uncorrected('the score has no interval');
  const factor = unit === 'percent' ? 100 : 1;
  const interval = { low: ci.low / factor, high: ci.high / factor, level: ci.level };
  const judged = { value: value / factor, interval, scale: unit === 'level' ? ([0, 3] as const) : ([0, 1] as const) };
  const found = correctedMean(judged, gold);
  if (found.kind === 'refused') throw new Error(`The made-up labels do not correct ${metric.title}: ${found.why}.`);
  const { low, high, level } = found.interval;
  const corrected = {
    value: found.value * factor,
    ci: { low: low * factor, high: high * factor, level },
    method: 'misclassification',
    goldN: found.labels,
    cut: found.cut,
  } as const;
  return { ...metric, judgeTrust, corrected, ...(badge === undefined ? {} : { badge: badgeOf(badge, gold) }) };
}

/** The badge of a check on the labels that the score is corrected by. */
function badgeOf(badge: MetricBadge, { counts }: JudgedGold): MetricBadge {
  const n = counts.flat().reduce((sum, count) => sum + count, 0);
  const kappa = kappaOfCounts(counts);
  const found = trustBadge([{ dimension: '', status: 'checked', kappa, n, at: '2026-03-04T05:06:07.000Z' }]);
  return { ...badge, ...found };
}
