import type { BaselineChanges } from '../../src/core/report/comparisonViewModel';
import type { JudgeCardRow } from '../../src/core/report/judgesViewModel';
import { trustBadge } from '../../src/core/report/runTrust';
import type { MetricBlock, ReportedMetric, RunReport } from '../../src/core/results/reportModel';
import type { MetricTrust } from '../../src/core/results/trustModel';
import { baselineChanges } from './comparisonViews';
import { byHand, judgeInRun, ofModel, server } from './judgesViews';

/** What is known of the judge by the line of that number. */
function trustIn(count: number): MetricTrust {
  return trustInRow(ofModel[count - 1]!);
}

function trustInRow({ dimension, status, kappa, n, reason }: JudgeCardRow): MetricTrust {
  const known = { dimension, status, kappa: kappa ?? undefined, n, at: '2026-03-04T05:06:07.000Z' };
  return { ...known, ...(reason === undefined ? {} : { reason }) };
}

function badgeOf(trust: MetricTrust, benchmark = 'mrbench'): NonNullable<ReportedMetric['badge']> {
  const badge = trustBadge([trust]);
  if (badge === undefined) throw new Error('There is a judge.');
  return { ...badge, card: { judge: server, benchmark, dimension: trust.dimension } };
}

/** Badges of every kind, each as a run can have it; no one run has them all. */
export const badges = {
  checked: badgeOf(trustIn(2)),
  beaten: badgeOf(trustIn(6)),
  unchecked: badgeOf({ dimension: 'P-Affirm', status: 'unchecked' }, 'guideeval'),
  older: badgeOf({ ...trustIn(4), at: '2026-01-04T05:06:07.000Z', older: true }),
  few: badgeOf(trustInRow(byHand)),
  otherMaterial: badgeOf({
    ...trustIn(3),
    simulated: true,
    measuredOn: 'measured on single replies of another benchmark, the score is per conversation',
  }),
} as const satisfies Readonly<Record<string, NonNullable<ReportedMetric['badge']>>>;

/** The report as the one judge would have it, with badges beside its metrics, every kind in turn. */
export function withBadges({ run, ...report }: RunReport): RunReport {
  const kinds: readonly NonNullable<ReportedMetric['badge']>[] = Object.values(badges);
  let count = 0;
  return {
    ...report,
    run: { ...run, tutor: 'made-up-tutor', judges: [judgeInRun], simulated: false, simulatedParts: [] },
    warnings: report.warnings.filter(({ kind }) => kind !== 'simulated'),
    benchmarks: report.benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.filter(isOfFirstJudge).map((block) => ({
        ...block,
        judge: judgeInRun,
        metrics: block.metrics.map((metric) => ({ ...metric, badge: kinds[count++ % kinds.length]! })),
      })),
    })),
  };
}

function isOfFirstJudge({ judge }: MetricBlock, _: number, [first]: readonly MetricBlock[]): boolean {
  return judge === first?.judge;
}

/** Changes from the baseline, of the metrics by that judge. */
export const judgedChanges: BaselineChanges = {
  ...baselineChanges,
  metrics: baselineChanges.metrics.map((change) => ({ ...change, judge: judgeInRun })),
};
