import { correctionNotes } from '../../src/core/report/correctedText';
import type { MetricBlock, MetricTrust, ReportedMetric, RunReport } from '../../src/core/report/reportModel';
import type { JudgedGold } from '../../src/core/statistics/judgeLine';
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
  const status = badge?.status ?? 'checked';
  const judgeTrust: readonly MetricTrust[] = [{ dimension: metric.judges[0] ?? '', status }];
  const uncorrected = (reason: string): ReportedMetric => ({ ...metric, judgeTrust, uncorrected: reason });
  if (status !== 'checked') return uncorrected('the judge is unchecked or not to be relied on');
  if (unit === 'points' || scale[0] < 0) return uncorrected('it is not a plain mean of one judge’s verdicts');
  if (value === undefined || ci === undefined) return uncorrected('the score has no interval');
  const factor = unit === 'percent' ? 100 : 1;
  const interval = { low: ci.low / factor, high: ci.high / factor, level: ci.level };
  const judged = { value: value / factor, interval, scale: unit === 'level' ? ([0, 3] as const) : ([0, 1] as const) };
  const found = correctedMean(judged, unit === 'level' ? ofLevels : ofShares);
  if (found.kind === 'refused') return uncorrected(found.why);
  const { low, high, level } = found.interval;
  const corrected = {
    value: found.value * factor,
    ci: { low: low * factor, high: high * factor, level },
    method: 'misclassification',
    goldN: found.labels,
    cut: found.cut,
  } as const;
  return { ...metric, judgeTrust, corrected };
}
