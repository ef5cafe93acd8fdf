import { html, nothing, type TemplateResult } from 'lit-html';
import type { MetricChange } from '../../src/core/report/comparisonViewModel';
import { comparisonMark } from '../charts/comparisonMark';
import { intervalBar } from '../charts/intervalBar';
import type { ReportActions } from '../panelActions';
import type { MetricValue } from '../reportTypes';
import { formatLevel, formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** One line of a metric table. */
export interface MetricRow {
  /** Unique on the page. */
  readonly key: string;
  readonly benchmark: string;
  readonly judgeModel: string;
  readonly metric: MetricValue;
  /** What its name leads to: cases that fail it, or all of them where nothing can; absent where no judge is behind it. */
  readonly leadsTo?: 'failing' | 'all';
  /** The change from the baseline, where it is known. */
  readonly change?: MetricChange;
}

const unitWords: Readonly<Record<MetricValue['unit'], string>> = {
  share: 'a share',
  percent: 'a percentage',
  level: 'a mean level',
  points: 'points',
};

const directionWords: Readonly<Record<MetricValue['direction'], string>> = {
  up: 'higher is better',
  down: 'lower is better',
  band: 'a value inside the shaded band is wanted',
  none: 'neither end is better',
};

const methodWords: Readonly<Record<NonNullable<MetricValue['ciMethod']>, string>> = {
  wilson: 'Wilson’s method',
  bootstrap: 'bootstrap over the units',
};

const judgeStandings: Readonly<Record<NonNullable<MetricValue['badge']>['status'], string>> = {
  checked: 'The judge was checked',
  beaten: 'The judge is not to be relied on',
  few: 'The judge was checked on too few labels',
  unchecked: 'The judge counts as unchecked',
};

/** Below this many units a proportion is shown with its counts. */
const fewUnits = 10;

/** True when the id tells more than the title: `P-Redirect` does, `tutor_tone` beside "Tutor tone" does not. */
function hasOwnId({ id, title }: MetricValue): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return !letters(title).startsWith(letters(id));
}

function explain(metric: MetricValue): string {
  const { scale, unit, direction, ci, badge } = metric;
  const range = `${formatValue(scale[0], unit)} to ${formatValue(scale[1], unit)}`;
  const method =
    metric.ciMethod === undefined || ci === undefined
      ? ''
      : ` ${formatLevel(ci.level)} interval: ${methodWords[metric.ciMethod]}.`;
  const id = hasOwnId(metric) ? `${metric.id}. ` : '';
  const standing = badge?.reason === undefined ? '' : ` ${judgeStandings[badge.status]}: ${visibleLine(badge.reason)}.`;
  const material = badge?.remark === undefined ? '' : ` The judge was ${visibleLine(badge.remark)}.`;
  return `${id}${metric.explain} Scale: ${unitWords[unit]}, ${range}; ${directionWords[direction]}.${method}${standing}${material}`;
}

/** Why there is no number; never a silent gap and never a zero. */
function absence(metric: MetricValue): string {
  if (metric.lacking !== undefined) return visibleLine(metric.lacking);
  if (metric.n > 0) return 'not defined for these verdicts';
  return metric.excluded > 0 ? 'no verdict could be used' : 'nothing judged yet';
}

function valueCell(metric: MetricValue): TemplateResult {
  if (metric.value === undefined) return html`<td role="cell" class="value number muted">n/a</td>`;
  const counts =
    metric.hits !== undefined && metric.n < fewUnits ? `${String(metric.hits)}/${String(metric.n)}` : undefined;
  return html`<td role="cell" class="value number">
    ${counts === undefined ? nothing : html`<span class="counts">${counts}</span> `}${formatValue(metric.value, metric.unit)}
  </td>`;
}

function excludedMark(excluded: number): unknown {
  if (excluded === 0) return nothing;
  const words = `${String(excluded)} left out, without a usable verdict`;
  return html`<span class="excluded" data-tip=${words}
    ><span aria-hidden="true">−${excluded}</span><span class="sr-only">, ${words}</span></span
  >`;
}

function unitsCell(metric: MetricValue, anyExcluded: boolean): TemplateResult {
  return html`<td role="cell" class="units number">
    ${metric.n}${anyExcluded ? html`<span class="excluded-place">${excludedMark(metric.excluded)}</span>` : nothing}
  </td>`;
}

const destinations = { failing: 'Shows the cases that fail it.', all: 'Shows its cases.' } as const;

/** What the columns of a table depend on. */
export interface MetricColumns {
  readonly severalJudges: boolean;
  readonly anyExcluded: boolean;
  /** Whether it was looked up how far the judges agree with people. */
  readonly withTrust: boolean;
  /** What changes are measured against; absent where there are none. */
  readonly against?: string;
}

function changeCell({ change }: MetricRow, { against }: MetricColumns): unknown {
  if (against === undefined) return nothing;
  if (change === undefined) return html`<td role="cell" class="change"></td>`;
  const words = `${change.text}, ${change.wordText}, against ${visibleLine(against)}`;
  return html`<td role="cell" class="change number ${change.word}" data-tip=${words}>
    <span class="word-text">${change.short}</span>
    <span class="change-word">${comparisonMark(change.word)}${change.wordText}</span>
  </td>`;
}

/** A metric: name, value, interval, n and, with several judges, whose verdicts. The name leads to its cases. */
export function metricRowView(row: MetricRow, columns: MetricColumns, actions: ReportActions): TemplateResult {
  const { metric, key, leadsTo } = row;
  const id = hasOwnId(metric) ? html` <span class="metric-id">${visibleLine(metric.id)}</span>` : nothing;
  const name = html`<span dir="auto">${visibleLine(metric.title)}</span>${id}`;
  const { judges, title: judgesTitle } = metric;
  const filter = { benchmark: row.benchmark, judges, judgesTitle, outcome: leadsTo };
  return html`<tr role="row" class="metric ${metric.badge?.status === 'beaten' ? 'beaten' : ''}">
    <th role="rowheader" scope="row">
      ${
        leadsTo === undefined
          ? html`<span
              class="metric-name has-tip"
              tabindex="0"
              aria-describedby="explain-${key}"
              data-tip=${explain(metric)}
              >${name}</span
            >`
          : html`<button
              class="metric-name"
              type="button"
              aria-describedby="explain-${key}"
              data-tip=${explain(metric)}
              @click=${() => actions.showCases(filter)}
            >
              ${name}
            </button>`
      }
      <span class="sr-only" id="explain-${key}"
        >${explain(metric)} ${leadsTo === undefined ? '' : destinations[leadsTo]}</span
      >
    </th>
    ${valueCell(metric)}
    <td role="cell" class="interval">
      ${metric.value === undefined ? html`<span class="muted">${absence(metric)}</span>` : html`${intervalBar(metric)}`}
    </td>
    ${unitsCell(metric, columns.anyExcluded)} ${changeCell(row, columns)}
    ${columns.severalJudges ? html`<td role="cell" class="judge"><span>${visibleLine(row.judgeModel)}</span></td>` : nothing}
    ${columns.withTrust ? trustCell(metric, actions) : nothing}
  </tr>`;
}

/** A day is not to be broken at its hyphens. */
function factsView(facts: string): unknown {
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(facts)?.[0];
  return day === undefined ? facts : html`<span class="trust-day">${day}</span>${facts.slice(day.length)}`;
}

/** How far the judges of a metric agree with people: kappa, n and day, or that nobody has checked. Leads to the card. */
function trustCell({ title, badge }: MetricValue, actions: ReportActions): TemplateResult {
  if (badge === undefined) return html`<td role="cell" class="trust"></td>`;
  const { status, short, n, facts, reason, beats, full, place } = badge;
  if (actions.showCard === undefined) {
    return html`<td role="cell" class="trust">
      <span class="trust-badge ${status}">
        <span class="trust-short">${short}</span>
        ${full === short ? nothing : html`<span class="trust-facts">${visibleLine(full)}</span>`}
      </span>
    </td>`;
  }
  const words =
    status === 'unchecked' && reason === undefined
      ? `${full}: nobody has held the judge against people’s labels`
      : beats === undefined || full.includes(beats)
        ? full
        : `${full}; ${beats}`;
  return html`<td role="cell" class="trust">
    <button
      class="trust-badge ${status}"
      type="button"
      aria-label=${`Judge of ${visibleLine(title)}: ${visibleLine(words)}. Opens its card.`}
      data-tip=${`${visibleLine(words)}. Click for the card.`}
      @click=${() => actions.showCard?.(place)}
    >
      <span class="trust-short">${short}</span
      >${status === 'beaten' ? html` <span class="trust-verdict">not to be relied on</span>` : nothing}${
        facts === ''
          ? nothing
          : html` <span class="trust-facts">n ${n.toLocaleString('en')}, ${factsView(visibleLine(facts))}</span>`
      }
    </button>
  </td>`;
}
