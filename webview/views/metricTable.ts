import { html, nothing, type TemplateResult } from 'lit-html';
import type { BaselineChanges, MetricChange } from '../../src/core/report/comparisonViewModel';
import type { BenchmarkReport, ReportedMetric } from '../../src/core/results/reportModel';
import { countOf, t } from '../../src/core/text/countWords';
import { formatLevel, formatNumber, intervalTitle } from '../../src/core/text/formatNumber';
import { intervalBar } from '../charts/intervalBar';
import { changeMark } from '../charts/outcomeMark';
import { link, plainButton } from '../dom/elements';
import { cell, type Column, type MetricGroup, metricsTable } from '../dom/table';
import type { ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';

interface MetricRow {
  /** Unique on the page. */
  readonly key: string;
  readonly benchmark: string;
  readonly judgeModel: string;
  readonly metric: ReportedMetric;
  /** Cases that a click on the name shows: failing ones, or all where none can fail. Absent without a judge. */
  readonly leadsTo?: 'failing' | 'all';
  readonly change?: MetricChange;
}

export const unitWords: Readonly<Record<ReportedMetric['unit'], string>> = {
  share: t`a share`,
  percent: t`a percentage`,
  level: t`a mean level`,
  points: t`points`,
};

const directionWords: Readonly<Record<ReportedMetric['direction'], string>> = {
  up: t`higher is better`,
  down: t`lower is better`,
  band: t`a value inside the shaded band is wanted`,
  none: t`neither end is better`,
};

const methodWords: Readonly<Record<NonNullable<ReportedMetric['ciMethod']>, string>> = {
  wilson: t`Wilson’s method`,
  bootstrap: t`bootstrap over the units`,
};

const judgeStandings: Readonly<Record<NonNullable<ReportedMetric['badge']>['status'], string>> = {
  checked: t`The judge was checked`,
  beaten: t`The judge is not reliable`,
  few: t`The judge was checked on too few labels`,
  unchecked: t`The judge counts as unchecked`,
};

/** Below this many units a proportion is shown with its counts. */
const fewUnits = 10;

function explain(metric: ReportedMetric): string {
  const { id, scale, unit, direction, ci, badge } = metric;
  const range = t`${formatNumber(scale[0], unit)} to ${formatNumber(scale[1], unit)}`;
  const method =
    metric.ciMethod === undefined || ci === undefined
      ? ''
      : t` ${formatLevel(ci.level)} interval: ${methodWords[metric.ciMethod]}.`;
  const standing = badge?.reason === undefined ? '' : ` ${judgeStandings[badge.status]}: ${visibleLine(badge.reason)}.`;
  const material = badge?.remark === undefined ? '' : t` The judge was ${visibleLine(badge.remark)}.`;
  return t`${id}. ${t(metric.explain)} Scale: ${unitWords[unit]}, ${range}; ${directionWords[direction]}.${method}${standing}${material}`;
}

function valueCell(metric: ReportedMetric): TemplateResult {
  const { value, hits, n, unit } = metric;
  if (value === undefined) return cell('value number muted', 'n/a');
  const counts = hits !== undefined && n < fewUnits ? html`<span class="counts">${hits}/${n}</span> ` : nothing;
  return cell('value number', html`${counts}${formatNumber(value, unit)}`);
}

function unitsCell({ n, excluded }: ReportedMetric): TemplateResult {
  if (excluded === 0) return cell('units number', n);
  const words = t`${String(excluded)} left out, without a usable verdict`;
  return cell(
    'units number',
    html`${t`${String(n)} of ${String(n + excluded)}`}<span class="sr-only">, ${words}</span>`,
    words,
  );
}

function changeCell({ change }: MetricRow, against: string): TemplateResult {
  if (change === undefined) return cell('change');
  const { outcome, short, text } = change;
  const outcomeText = outcome === 'simulated' ? '' : change.outcomeText;
  return cell(
    `change number ${outcome}`,
    html`<span class="word-text">${short}</span>
      <span class="change-word">${outcomeText && changeMark(outcome)}${outcomeText}</span>`,
    t`${[text, outcomeText].filter(Boolean).join(', ')}, against ${against}`,
  );
}

/** Value, interval and n, then the columns that any row fills. `against`: the name of the baseline. */
function metricColumns(
  rows: readonly MetricRow[],
  against: string | undefined,
  actions: ReportActions,
): readonly Column<MetricRow>[] {
  const metrics = rows.map(({ metric }) => metric);
  const columns: readonly (Column<MetricRow> & { readonly isEmpty?: boolean })[] = [
    { className: 'value', title: t`Value`, cell: ({ metric }) => valueCell(metric) },
    {
      className: 'interval',
      title: intervalTitle,
      cell: ({ metric }) => cell('interval', intervalBar(metric)),
    },
    {
      className: 'units',
      title: 'n',
      tip: t`Units behind the value, of those that were played`,
      cell: ({ metric }) => unitsCell(metric),
    },
    {
      className: 'change',
      title: html`${t`Change from`} <bdi class="against">${against}</bdi>`,
      tip: t`Difference from the baseline ${against ?? ''}, over the samples in both runs`,
      cell: (row) => changeCell(row, against ?? ''),
      isEmpty: against === undefined,
    },
    {
      className: 'judge',
      title: t`Judge`,
      cell: ({ judgeModel }) => cell('judge', html`<span>${visibleLine(judgeModel)}</span>`),
      isEmpty: new Set(rows.map(({ judgeModel }) => judgeModel)).size < 2,
    },
    {
      className: 'trust',
      title: t`Judge check`,
      tip: t`How far the judge agrees with people: Cohen’s kappa on replies that people labelled. Labels by another judge do not count`,
      cell: ({ metric }) => trustCell(metric, actions),
      isEmpty: metrics.every(({ badge }) => badge === undefined || isPlainlyUnchecked(badge)),
    },
  ];
  return columns.filter(({ isEmpty }) => isEmpty !== true);
}

const destinations = { failing: t`Shows the cases that fail it.`, all: t`Shows its cases.` } as const;

function metricName({ metric, key, leadsTo, benchmark }: MetricRow, actions: ReportActions): TemplateResult {
  const { judges, title } = metric;
  const name = html`<span dir="auto">${visibleLine(title)}</span>`;
  const words = explain(metric);
  const show = (): void => actions.showCases({ benchmark, judges, judgesTitle: title, outcome: leadsTo ?? 'all' });
  const describedBy = `explain-${key}`;
  const alone = html`<span class="metric-name has-tip" tabindex="0" aria-describedby=${describedBy} data-tip=${words}
    >${name}</span
  >`;
  return html`${leadsTo ? plainButton('metric-name', name, show, { describedBy, tip: words }) : alone}
    <span class="sr-only" id="explain-${key}">${words} ${leadsTo && destinations[leadsTo]}</span>`;
}

/** Nothing is known of the judge, which is said once for all such metrics. */
function isPlainlyUnchecked({ status, reason }: NonNullable<ReportedMetric['badge']>): boolean {
  return status === 'unchecked' && reason === undefined;
}

function uncheckedNote(rows: readonly MetricRow[], actions: ReportActions): unknown {
  const badges = rows.flatMap(({ metric: { badge } }) => badge ?? []);
  const unchecked = badges.filter(isPlainlyUnchecked);
  const [first] = unchecked;
  if (first === undefined) return nothing;
  const where =
    unchecked.length < badges.length ? ` (${countOf(unchecked.length, badges.length, 'metric', 'metrics')})` : '';
  const show = actions.showCard && link(t`Judges`, () => actions.showCard?.(first.card));
  return html`<p class="muted">
    ${t`Judge unchecked${where}: nobody has compared its verdicts with people’s labels.`} ${show}
  </p>`;
}

function trustCell({ title, badge }: ReportedMetric, actions: ReportActions): TemplateResult {
  if (badge === undefined || isPlainlyUnchecked(badge)) return cell('trust');
  const { status, short, beats, full, card } = badge;
  if (actions.showCard === undefined)
    return cell(
      'trust',
      html`<span class="trust-badge ${status}">
        <span class="trust-short">${short}</span>
        ${full === short ? nothing : html`<span class="trust-facts">${visibleLine(full)}</span>`}
      </span>`,
    );
  const words = beats === undefined || full.includes(beats) ? full : `${full}; ${beats}`;
  const content = html`<span class="sr-only">${t`Judge of ${visibleLine(title)}:`} </span
    ><span class="trust-short">${short}</span
    >${status === 'beaten' ? html` <span class="trust-verdict">${t`not reliable`}</span>` : nothing}`;
  const badgeButton = plainButton(`trust-badge ${status}`, content, () => actions.showCard?.(card), {
    tip: t`${visibleLine(words)}. Click for the card.`,
  });
  return cell('trust', badgeButton);
}

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
    return { id: `${report.id}/${id}`, title: t(blocks[0]?.title ?? id), rows };
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
    const isFoldedAtFirst = firstOnly && index > 0;
    return { ...group, isFolded: isFoldedAtFirst !== view.toggled.includes(group.id) };
  });
  if (groups.length === 0) return nothing;
  const rows = groups.flatMap((group) => group.rows);
  const columns = metricColumns(rows, changes && visibleLine(changes.against), actions);
  const has = (name: string): boolean => columns.some(({ className }) => className === name);
  return html`${uncheckedNote(rows, actions)}${metricsTable({
    className: `metrics ${has('judge') ? 'several-judges' : ''} ${has('change') ? 'with-changes' : ''} ${has('trust') ? 'with-trust' : ''}`,
    heading: `benchmark-${report.id}`,
    columns,
    groups,
    toggle: (id) => actions.toggle(id),
    rowClass: ({ metric }) => `metric ${metric.badge?.status === 'beaten' ? 'beaten' : ''}`,
    name: (row) => metricName(row, actions),
  })}`;
}
