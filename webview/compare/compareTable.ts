import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type {
  BenchmarkComparisonView,
  ComparisonGroupView,
  ComparisonRowView,
  ComparisonView,
} from '../../src/core/report/comparisonViewModel';
import { comparisonMark } from '../charts/comparisonMark';
import { forestLimit, forestPlot } from '../charts/forestPlot';
import { icon } from '../charts/icons';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import type { PanelActions } from '../panelActions';
import type { ComparePane } from './comparePane';

/** More samples than a button offers. */
const mostSamples = 10_000;

export interface CompareTablePlace {
  readonly pane: ComparePane;
  readonly panel: PanelActions;
  readonly view: ComparisonView;
  readonly onlyCalled: boolean;
  /** Kept with that of the overview. */
  readonly folded: readonly string[];
}

/** Better, worse and changed are called; all else is open. */
export function isCalled({ word }: ComparisonRowView): boolean {
  return word === 'better' || word === 'worse' || word === 'changed';
}

interface RowPlace extends CompareTablePlace {
  readonly benchmark: BenchmarkComparisonView;
  readonly limit: number;
}

/** As many samples as would settle it, else what is left of them. The note below says how many it takes where the button does not. */
function moreButton({ moreSamples, title }: ComparisonRowView, place: RowPlace): unknown {
  const { pane, view } = place;
  const { id: benchmark, unplayed = 0 } = place.benchmark;
  if (moreSamples === undefined || moreSamples > mostSamples || unplayed === 0) return nothing;
  const count = Math.min(moreSamples, unplayed);
  const shown = count.toLocaleString('en');
  return html`<button
    class="link"
    type="button"
    data-tip=${`A true difference of this size would be found with ${formatCount(moreSamples, 'sample', 'samples')} more.`}
    @click=${() => pane.send({ kind: 'runMore', benchmark, count, before: view.before.id, after: view.after.id })}
  >
    ${count < moreSamples ? `Run the remaining ${shown}` : `Run ${shown} more`}<span class="sr-only">
      samples for ${visibleLine(title)}</span
    >
  </button>`;
}

/** The number of further samples where no button has it; the row’s details say what else can be done. */
function moreNote({ moreSamples }: ComparisonRowView, { benchmark: { unplayed } }: RowPlace): readonly string[] {
  if (moreSamples === undefined) return [];
  if (moreSamples > mostSamples) return [`over ${mostSamples.toLocaleString('en')} more needed`];
  const count = `about ${moreSamples.toLocaleString('en')} more`;
  if (unplayed === 0) return [`${count}; all played`];
  return unplayed === undefined || unplayed < moreSamples ? [`${count} needed`] : [];
}

function wordNote(row: ComparisonRowView, place: RowPlace): unknown {
  const { insideBand, noiseCovers, correctionOnly } = row;
  const notes = [
    ...(insideBand ? [noiseCovers === 'judge' ? 'inside the judge’s noise' : 'inside the noise band'] : []),
    ...moreNote(row, place),
    ...(correctionOnly ? ['p under 0.05 uncorrected'] : []),
  ];
  return notes.map((note) => html`<span class="word-note">${note}</span>`);
}

/** Breaks between the difference and its interval, and nowhere else. */
function differenceCell({ difference }: ComparisonRowView): TemplateResult {
  const end = difference.indexOf(', ') + 1;
  return html`${end === 0 ? nothing : html`<span>${difference.slice(0, end)}</span> `}<span
      >${difference.slice(end).trimStart()}</span
    >`;
}

function rowView(row: ComparisonRowView, place: RowPlace): TemplateResult {
  const { benchmark, limit, pane } = place;
  const title = visibleLine(row.title);
  const details = visibleLine(row.details);
  const key = row.key.replace(/[^\w-]/gu, '_');
  const words = `${title}: ${row.difference}, ${row.wordText}${row.insideBand ? ', inside the noise band' : ''}`;
  return html`<tr role="row" class="compared ${row.word}">
    <th role="rowheader" scope="row">
      <button
        class="metric-name"
        type="button"
        aria-describedby="compared-${key}"
        data-tip=${details}
        @click=${() => pane.showFlipsOf(benchmark.id, row)}
      >
        <span dir="auto">${title}</span>
      </button>
      <span class="sr-only" id="compared-${key}">${details} Shows the verdicts behind it.</span>
    </th>
    <td role="cell" class="values number">${row.before} → ${row.after}</td>
    <td role="cell" class="plot">${forestPlot(row, limit, words)}</td>
    <td role="cell" class="difference number">${differenceCell(row)}</td>
    <td role="cell" class="word ${row.word}">
      <span class="word-line"
        ><span class="word-text" data-tip=${details}>${comparisonMark(row.word)} ${row.wordText}</span>
        ${moreButton(row, place)}</span
      >
      ${wordNote(row, place)}
    </td>
    <td role="cell" class="pairs number">${row.n}</td>
  </tr>`;
}

function groupHead(
  group: ComparisonGroupView,
  id: string,
  folded: boolean,
  { panel }: CompareTablePlace,
): TemplateResult {
  const called = group.rows.filter(isCalled).length;
  return html`<tr role="row" class="group">
    <th role="columnheader" scope="colgroup" colspan="6">
      <button class="fold" type="button" aria-expanded=${String(!folded)} @click=${() => panel.toggleGroup(id, folded)}>
        ${icon(folded ? 'right' : 'down')}<span dir="auto">${visibleLine(group.title)}</span>
        ${
          folded
            ? html`<span class="muted"
                >${formatCount(group.rows.length, 'metric', 'metrics')}${called > 0 ? `, ${String(called)} called` : ''}</span
              >`
            : nothing
        }
      </button>
    </th>
  </tr>`;
}

function axisHead(rows: readonly ComparisonRowView[]): TemplateResult {
  const directed = rows.some(({ forest }) => forest?.good !== undefined);
  return html`<span class="axis-head"
    ><span>${directed ? '← worse' : '← less'}</span><span>${directed ? 'better →' : 'more →'}</span></span
  >`;
}

function axisTip(rows: readonly ComparisonRowView[], limit: number): string {
  const covers = new Set(
    rows.flatMap(({ forest, noiseCovers }) => (forest?.noise === undefined ? [] : (noiseCovers ?? 'run'))),
  );
  return [
    `From −${String(limit * 100)} to ${String(limit * 100)}% of each metric’s scale`,
    covers.has('run') ? 'a shaded strip is the noise band' : '',
    covers.has('judge') ? 'an outlined strip is the judge’s noise alone' : '',
  ]
    .filter((words) => words !== '')
    .join('; ');
}

/** The differences of one benchmark as a forest plot, a line per metric, in groups that fold. */
export function compareTable(benchmark: BenchmarkComparisonView, place: CompareTablePlace): unknown {
  const { id, unpaired } = benchmark;
  const groups = benchmark.groups
    .map((group) => ({ ...group, rows: place.onlyCalled ? group.rows.filter(isCalled) : group.rows }))
    .filter(({ rows }) => rows.length > 0);
  if (groups.length === 0)
    return html`<p class="muted">
      ${benchmark.groups.length === 0 ? 'Neither run has a score.' : 'No metric of it is called better, worse or changed.'}
    </p>`;
  const all = benchmark.groups.flatMap(({ rows }) => rows);
  const limit = forestLimit(all);
  const pairsTip = unpaired
    ? 'Units in the run before and in the run after, which are compared as two groups'
    : 'Units with a usable value in both runs';
  return html`<table class="comparison" role="table" aria-labelledby="compare-${id}">
    <thead role="rowgroup">
      <tr role="row" class="columns">
        <th role="columnheader" scope="col">Metric</th>
        <th role="columnheader" scope="col" class="values">Before → after</th>
        <th role="columnheader" scope="col" class="plot" data-tip=${axisTip(all, limit)}>${axisHead(all)}</th>
        <th role="columnheader" scope="col" class="difference">Difference</th>
        <th role="columnheader" scope="col" class="word">Verdict</th>
        <th role="columnheader" scope="col" class="pairs" data-tip=${pairsTip}>n</th>
      </tr>
    </thead>
    ${repeat(
      groups,
      (group) => group.id,
      (group) => {
        const groupId = `compare/${id}/${group.id}`;
        const folded = place.folded.includes(groupId);
        return html`<tbody role="rowgroup">
          ${groups.length > 1 ? groupHead(group, groupId, folded, place) : nothing}
          ${
            folded && groups.length > 1
              ? nothing
              : repeat(
                  group.rows,
                  (row) => row.key,
                  (row) => rowView(row, { ...place, benchmark, limit }),
                )
          }
        </tbody>`;
      },
    )}
  </table>`;
}
