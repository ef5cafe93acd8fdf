import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { BenchmarkComparisonView, ComparisonRowView } from '../../src/core/report/comparisonViewModel';
import { moreSamplesWords, mostSamples, t } from '../../src/core/text/countWords';
import { bar, percent, tick, whisker } from '../charts/intervalBar';
import { changeMark } from '../charts/outcomeMark';
import { plainButton } from '../dom/elements';
import { cell, type Column, metricsTable } from '../dom/table';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';

interface CompareProps {
  readonly benchmark: BenchmarkComparisonView;
  readonly pane: ComparePane;
  /** Targets and guards; else the exploratory metrics. */
  readonly isDeciding: boolean;
}

function moreNote({ moreSamples }: ComparisonRowView, { unplayed }: BenchmarkComparisonView): readonly string[] {
  if (moreSamples === undefined) return [];
  const needs = moreSamplesWords(moreSamples);
  return [unplayed === 0 && moreSamples <= mostSamples ? t`${needs}; all have been used` : needs];
}

function outcomeCell(row: ComparisonRowView, props: CompareProps): TemplateResult {
  const { margin, correctionOnly, outcome, outcomeText, details } = row;
  const notes = [
    ...(margin === undefined ? [] : [margin]),
    ...moreNote(row, props.benchmark),
    ...(correctionOnly ? [t`suggestive only`] : []),
  ];
  return cell(
    `word ${outcome}`,
    html`<span class="word-line"
        ><span class="word-text" data-tip=${visibleLine(details)}>${changeMark(outcome)} ${outcomeText}</span></span
      >
      ${notes.map((note) => html`<span class="word-note">${note}</span>`)}`,
  );
}

/** Allows a line break only between the difference and its interval. */
function differenceCell({ difference }: ComparisonRowView): TemplateResult {
  const end = difference.indexOf(', ') + 1;
  return cell(
    'difference number',
    html`${end === 0 ? nothing : html`<span>${difference.slice(0, end)}</span> `}<span
        >${difference.slice(end).trimStart()}</span
      >`,
  );
}

function nameView(row: ComparisonRowView, { pane, benchmark }: CompareProps): TemplateResult {
  const details = visibleLine(row.details);
  const id = `compared-${row.key.replace(/[^\w-]/gu, '_')}`;
  const name = html`<span dir="auto">${visibleLine(row.title)}</span>`;
  const show = (): void => pane.showFlipsOf(benchmark.id, row);
  return html`${plainButton('metric-name', name, show, { describedBy: id, tip: details })}
    <span class="sr-only" id=${id}>${t`${details} Shows the verdicts behind it.`}</span>`;
}

function axisHead(rows: readonly ComparisonRowView[], limit: number): TemplateResult {
  const isDirected = rows.some(({ forest }) => forest?.good !== undefined);
  const [less, more] = isDirected ? [t`worse`, t`better`] : [t`less`, t`more`];
  const end = html`<span class="number">${limit * 100}%</span>`;
  return html`<span class="axis-head"><span>← ${less}</span><span>${more} →</span></span>
    <span class="axis-head">${end}<span>${t`of the scale`}</span>${end}</span>`;
}

function columnsOf(props: CompareProps): readonly Column<ComparisonRowView>[] {
  const all = props.benchmark.groups.flatMap(({ rows }) => rows);
  const limit = forestLimit(all);
  const verdict = { className: 'word', title: t`Verdict`, cell: (row: ComparisonRowView) => outcomeCell(row, props) };
  return [
    {
      className: 'values',
      title: t`Before → after`,
      cell: ({ before, after }) => cell('values number', html`${before} → ${after}`),
    },
    { className: 'plot', title: axisHead(all, limit), cell: (row) => cell('plot', forestPlot(row, limit)) },
    { className: 'difference', title: t`Difference`, cell: differenceCell },
    ...(all.every(({ outcome }) => outcome === 'simulated') ? [] : [verdict]),
    { className: 'pairs', title: 'n', tip: t`Units with a usable value`, cell: ({ n }) => cell('pairs number', n) },
  ];
}

export function compareTable(props: CompareProps): TemplateResult {
  const { benchmark } = props;
  const groups = benchmark.groups
    .filter(({ role }) => (role !== 'exploratory') === props.isDeciding)
    .map(({ id, title, rows }) => {
      const groupId = `compare/${benchmark.id}/${id}`;
      return { id: groupId, title, rows, isFolded: props.pane.frame.isToggled(groupId), hasHead: true };
    });
  if (benchmark.groups.length === 0) return html`<p class="muted">${t`Neither run has a score.`}</p>`;
  if (groups.length === 0) return html``;
  return metricsTable({
    className: 'comparison',
    heading: `compare-${benchmark.id}`,
    columns: columnsOf(props),
    groups,
    toggle: (id) => props.pane.frame.toggle(id),
    rowClass: ({ outcome }) => `compared ${outcome}`,
    name: (row) => nameView(row, props),
  });
}

/** Possible half widths of an axis, as shares of a metric's scale. The smallest that holds all rows is used. */
const halfWidths = [0.05, 0.1, 0.2, 0.3, 0.5, 1] as const;

/** Half the width of the axis for these rows, as a share of a metric's scale. */
function forestLimit(rows: readonly ComparisonRowView[]): number {
  const farthest = Math.max(
    0,
    ...rows.flatMap(({ forest }) =>
      forest === undefined ? [] : [forest.at, forest.low ?? 0, forest.high ?? 0].map(Math.abs),
    ),
  );
  return halfWidths.find((half) => farthest <= half) ?? 1;
}

/** A difference with its interval, 20 px high. Right is better if the metric has a better end, else right is more. */
function forestPlot(row: ComparisonRowView, limit: number): TemplateResult {
  const { forest, outcome } = row;
  if (forest === undefined) return html`<span class="muted">${t`not in both runs`}</span>`;
  const words = `${visibleLine(row.title)}: ${[row.difference, row.outcomeText].filter(Boolean).join(', ')}`;
  const { at, low, high, good } = forest;
  const position = (share: number): number =>
    50 + 50 * Math.max(-1, Math.min(1, (good === 'left' ? -share : share) / limit));
  const drawn = svg`${tick('zero', 50, 0, 20)}
    ${low === undefined || high === undefined ? nothing : whisker(position(low), position(high), 10, 3.5)}
    <circle class="dot ${good === undefined ? 'undirected' : ''}" cx=${percent(position(at))} cy="10" r="4"></circle>`;
  return bar(`forest ${outcome}`, 20, words, drawn);
}
