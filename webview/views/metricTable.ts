import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { BaselineChanges, MetricChange } from '../../src/core/report/comparisonViewModel';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { icon } from '../charts/icons';
import type { ReportActions } from '../panelActions';
import { formatCount, formatLevel } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { type MetricRow, metricRowView } from './metricRow';

interface MetricGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly MetricRow[];
}

type ChangePlace = Pick<MetricChange, 'benchmark' | 'block' | 'metric' | 'judge'>;

function changeKey({ benchmark, block, metric, judge }: ChangePlace): string {
  return JSON.stringify([benchmark, block, metric, judge]);
}

/** Blocks of the same id by different judges become one group, a metric's judges next to each other. */
function groupsOf(report: BenchmarkReport, changes: BaselineChanges | undefined): readonly MetricGroup[] {
  const known = new Map((changes?.metrics ?? []).map((change) => [changeKey(change), change]));
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
        change: known.get(changeKey({ benchmark: report.id, block: id, metric: metric.id, judge: block.judge })),
      })),
    );
    rows.sort((a, b) => order.indexOf(a.metric.id) - order.indexOf(b.metric.id));
    return { id: `${report.id}/${id}`, title: blocks[0]?.title ?? id, rows };
  });
}

/** Judges whose verdicts can be good or bad: a level of questions, for instance, is neither. */
function gradedJudges({ cases }: BenchmarkReport): ReadonlySet<string> {
  const graded = new Set<string>();
  for (const { chips } of cases) {
    for (const { judge, outcome } of chips) if (outcome !== 'neutral' && outcome !== 'unscored') graded.add(judge);
  }
  return graded;
}

function leadsTo({ judges, direction }: MetricRow['metric'], graded: ReadonlySet<string>): MetricRow['leadsTo'] {
  if (judges.length === 0) return undefined;
  const canFail = (direction === 'up' || direction === 'down') && judges.some((judge) => graded.has(judge));
  return canFail ? 'failing' : 'all';
}

function groupHead(group: MetricGroup, folded: boolean, columns: number, actions: ReportActions): TemplateResult {
  return html`<tr role="row" class="group">
    <th role="columnheader" scope="colgroup" colspan=${columns}>
      <button
        class="fold"
        type="button"
        aria-expanded=${String(!folded)}
        @click=${() => actions.toggleGroup(group.id, folded)}
      >
        ${icon(folded ? 'right' : 'down')}<span dir="auto">${visibleLine(group.title)}</span>
        ${folded ? html`<span class="muted">${formatCount(group.rows.length, 'metric', 'metrics')}</span>` : nothing}
      </button>
    </th>
  </tr>`;
}

function intervalHeading(groups: readonly MetricGroup[]): string {
  const levels = new Set(groups.flatMap((group) => group.rows.flatMap((row) => row.metric.ci?.level ?? [])));
  const [level] = levels;
  return level === undefined || levels.size > 1 ? 'Interval' : `${formatLevel(level)} interval`;
}

/** All metrics of a benchmark, in groups that fold; `firstOnly` folds all but the first until the reader opens them. */
export function metricTable(
  report: BenchmarkReport,
  view: ViewState,
  firstOnly: boolean,
  changes: BaselineChanges | undefined,
  actions: ReportActions,
): unknown {
  const groups = groupsOf(report, changes);
  if (groups.length === 0) return nothing;
  const severalJudges = new Set(report.blocks.map((block) => block.judge)).size > 1;
  const anyExcluded = groups.some((group) => group.rows.some((row) => row.metric.excluded > 0));
  const isChanged = groups.some((group) => group.rows.some(({ change }) => change !== undefined));
  const against = isChanged ? changes?.against : undefined;
  const withTrust = groups.some((group) => group.rows.some(({ metric }) => metric.badge !== undefined));
  const columns = 4 + (severalJudges ? 1 : 0) + (against === undefined ? 0 : 1) + (withTrust ? 1 : 0);
  return html`<table
    class="metrics ${severalJudges ? 'several-judges' : ''} ${against === undefined ? '' : 'with-changes'} ${withTrust ? 'with-trust' : ''}"
    role="table"
    aria-labelledby="benchmark-${report.id}"
  >
    <thead role="rowgroup">
      <tr role="row" class="columns">
        <th role="columnheader" scope="col">Metric</th>
        <th role="columnheader" scope="col" class="value">Value</th>
        <th role="columnheader" scope="col" class="interval">${intervalHeading(groups)}</th>
        <th role="columnheader" scope="col" class="units" data-tip="Number of units behind the value">
          n${anyExcluded ? html`<span class="excluded-place"></span>` : nothing}
        </th>
        ${
          against === undefined
            ? nothing
            : html`<th
                role="columnheader"
                scope="col"
                class="change"
                data-tip=${`Difference from the baseline ${visibleLine(against)}, over the samples in both runs`}
              >
                Change from <bdi class="against">${visibleLine(against)}</bdi>
              </th>`
        }
        ${severalJudges ? html`<th role="columnheader" scope="col" class="judge">Judge</th>` : nothing}
        ${
          withTrust
            ? html`<th
                role="columnheader"
                scope="col"
                class="trust"
                data-tip="How far the judge agrees with people: Cohen’s kappa on replies that people have labelled. Labels of another judge are no check"
              >
                Judge check
              </th>`
            : nothing
        }
      </tr>
    </thead>
    ${repeat(
      groups,
      (group) => group.id,
      (group, index) => {
        const foldedAtFirst = firstOnly && index > 0 && !view.unfolded.includes(group.id);
        const isFolded = foldedAtFirst || view.folded.includes(group.id);
        return html`<tbody role="rowgroup">
          ${groups.length > 1 ? groupHead(group, isFolded, columns, actions) : nothing}
          ${
            isFolded && groups.length > 1
              ? nothing
              : repeat(
                  group.rows,
                  (row) => row.key,
                  (row) => metricRowView(row, { severalJudges, anyExcluded, withTrust, against }, actions),
                )
          }
        </tbody>`;
      },
    )}
  </table>`;
}
