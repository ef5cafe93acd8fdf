import { nothing } from 'lit-html';
import type { BaselineChanges } from '../../src/core/report/comparisonViewModel';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { type MetricGroup, metricsTable } from '../dom/table';
import type { ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { metricColumns, metricName, type MetricRow } from './metricRow';

/** Blocks of the same id by different judges become one group, a metric's judges next to each other. */
function groupsOf(
  report: BenchmarkReport,
  changes: BaselineChanges | undefined,
): readonly Omit<MetricGroup<MetricRow>, 'isFolded'>[] {
  const graded = gradedJudges(report);
  return [...new Set(report.blocks.map((block) => block.id))].map((id) => {
    const blocks = report.blocks.filter((block) => block.id === id);
    const order = [...new Set(blocks.flatMap((block) => block.metrics.map((metric) => metric.id)))];
    const rows = blocks.flatMap((block, judge) =>
      block.metrics.map((metric) => ({
        key: [report.id, id, metric.id, judge].join('-').replace(/[^\w-]/gu, '_'),
        benchmark: report.id,
        judgeModel: block.judge,
        metric,
        leadsTo: leadsTo(metric, graded),
        change: changes?.metrics.find(
          (one) =>
            one.benchmark === report.id && one.block === id && one.metric === metric.id && one.judge === block.judge,
        ),
      })),
    );
    rows.sort((a, b) => order.indexOf(a.metric.id) - order.indexOf(b.metric.id));
    return { id: `${report.id}/${id}`, title: blocks[0]?.title ?? id, rows };
  });
}

/** Judges whose verdicts can be good or bad: a level of questions, for instance, is neither. */
function gradedJudges({ cases }: BenchmarkReport): ReadonlySet<string> {
  const chips = cases.flatMap((summary) => summary.chips);
  return new Set(
    chips.filter(({ outcome }) => outcome !== 'neutral' && outcome !== 'unscored').map(({ judge }) => judge),
  );
}

function leadsTo({ judges, direction }: MetricRow['metric'], graded: ReadonlySet<string>): MetricRow['leadsTo'] {
  if (judges.length === 0) return undefined;
  const canFail = (direction === 'up' || direction === 'down') && judges.some((judge) => graded.has(judge));
  return canFail ? 'failing' : 'all';
}

/** All metrics of a benchmark, in groups that fold; `firstOnly` folds all but the first until the reader opens them. */
export function metricTable(
  report: BenchmarkReport,
  view: ViewState,
  firstOnly: boolean,
  changes: BaselineChanges | undefined,
  actions: ReportActions,
): unknown {
  const groups = groupsOf(report, changes).map((group, index) => {
    const isFoldedAtFirst = firstOnly && index > 0 && !view.unfolded.includes(group.id);
    return { ...group, isFolded: isFoldedAtFirst || view.folded.includes(group.id) };
  });
  if (groups.length === 0) return nothing;
  const rows = groups.flatMap((group) => group.rows);
  const isChanged = changes !== undefined && rows.some(({ change }) => change !== undefined);
  const columns = metricColumns(rows, isChanged ? visibleLine(changes.against) : undefined, actions);
  const has = (name: string): boolean => columns.some(({ className }) => className === name);
  return metricsTable({
    className: `metrics ${has('judge') ? 'several-judges' : ''} ${has('change') ? 'with-changes' : ''} ${has('trust') ? 'with-trust' : ''}`,
    heading: `benchmark-${report.id}`,
    columns,
    groups,
    toggle: (id, isFolded) => actions.toggleGroup(id, isFolded),
    rowClass: ({ metric }) => `metric ${metric.badge?.status === 'beaten' ? 'beaten' : ''}`,
    name: (row) => metricName(row, actions),
  });
}
