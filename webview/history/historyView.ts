import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { DrawnSeries, HistorySeries, HistoryView } from '../../src/core/report/historyViewModel';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { historyChart } from '../charts/historyChart';
import { button, disclosure, list, problemNotice, scrollBox, scrolledTable, picker, waiting } from '../dom/elements';
import { formatDay, formatTime } from '../../src/core/text/formatTime';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import { unitWords } from '../views/metricTable';
import { axesOf, type HistoryChoice, historyChoice, type HistoryPane, othersOf } from './historyPane';
import { changeLines, gitWords, nameOf, pointText, revisionDetail, revisionRow, revisionValues } from './revisions';
import { tradeOffChart } from './tradeOff';

const firstRunWords = t`One run so far. Change a rule and evaluate again: the chart then shows the trend, and Compare shows how much each score differs.`;

/** Damaged runs that are listed; the rest are counted. */
const mostDamaged = 50;
/** Revisions that stand above the details of one, until the reader wants all. */
const firstRevisions = 8;

function seriesPicker(history: HistoryView, series: HistorySeries, pane: HistoryPane): TemplateResult {
  const { series: all } = history;
  const severalJudges = new Set(all.map(({ judge }) => judge)).size > 1;
  const choicesOf = (some: readonly HistorySeries[]) =>
    some.map((one) => {
      const title = severalJudges ? `${one.title} (${one.judge})` : one.title;
      const { benchmark, group } = one;
      return { value: one.key, title, group: visibleLine(group === benchmark ? group : `${benchmark}: ${group}`) };
    });
  const others = othersOf(history, series);
  const time = { value: '', title: t`time` };
  const against = others.find(({ key }) => key === pane.view.against)?.key ?? '';
  const choose = (key: string): void => pane.chooseSeries(key);
  const set = (key: string): void => pane.frame.change({ against: key });
  return html`${picker('series-picker', t`Metric`, series.key, choicesOf(all), choose, { id: 'series' })}
  ${others.length === 0 ? nothing : picker('series-picker', t`against`, against, [time, ...choicesOf(others)], set, { id: 'against' })}`;
}

/** A point in words: time, revision, value and git state, then one line for each change. */
function pointLines(history: HistoryView, { series, point }: HistoryChoice): readonly string[] {
  const at = series?.points[point];
  const run = history.runs[at?.run ?? -1];
  if (series === undefined || at === undefined || run === undefined) return [];
  const revision = history.revisions[run.revision];
  const head = [
    `${formatTime(run.repliesAt)}, ${nameOf(revision)}`,
    `${pointText(series, at)}, n ${String(at.n)}`,
    run.status === 'completed' ? '' : run.statusText,
    run.simulated ? t`simulated` : '',
    gitWords(revision?.git[0]),
  ];
  return [head.filter((words) => words !== '').join(' · '), ...(revision === undefined ? [] : changeLines(revision))];
}

function chartView(history: HistoryView, choice: HistoryChoice, pane: HistoryPane): unknown {
  const { series, point } = choice;
  if (series === undefined)
    return html`<p class="muted">${t`No run has scores yet; the chart begins with the first finished one.`}</p>`;
  const axes = axesOf(history, pane.view);
  if (axes !== undefined)
    return html`<div class="history-head">${seriesPicker(history, series, pane)}</div>
      ${tradeOffChart(history, axes, pane)}`;
  const withRun = (act: (id: string) => void) => (index: number) => {
    const id = history.runs[series.points[index]?.run ?? -1]?.id;
    if (id !== undefined) act(id);
  };
  const lines = pointLines(history, choice);
  return html`<div class="history-head">
      ${seriesPicker(history, series, pane)}
      <span class="muted"
        >${unitWords[series.unit]};
        ${t`${countWords(series.points.length, 'run', 'runs')}; click a point to open its run`}</span
      >
    </div>
    ${historyChart(series, {
      point,
      words: lines.join('\n'),
      days: series.points.map(({ run }) => formatDay(history.runs[run]?.repliesAt ?? '')),
      hover: withRun((run) => {
        if (run !== pane.view.run) pane.frame.change({ run, revision: choice.revision?.revision });
      }),
      pointAt: withRun((run) => pane.frame.change({ run, revision: undefined })),
      open: withRun((run) => {
        pane.frame.change({ run, revision: undefined });
        pane.frame.post({ kind: 'openRun', runId: run });
      }),
    })}
    <p class="history-point" dir="auto">${lines[0]}</p>
    ${history.runs.length > 1 ? nothing : html`<p class="history-first">${firstRunWords}</p>`}
    ${disclosure(
      t`The chart as a table`,
      () => guard([history, series], () => historyTable(history, series)),
      { id: 'history-table', open: pane.frame.isToggled('history-table') },
      () => pane.frame.toggle('history-table'),
    )}`;
}

function troubles({ damaged, problems, problem }: HistoryView): unknown {
  const rest = damaged.length - mostDamaged;
  const runs = countWords(damaged.length, 'run that cannot be read', 'runs that cannot be read');
  const notes = problems.length === 0 ? '' : t`, ${countWords(problems.length, 'note', 'notes')} on the journal`;
  const items = [
    ...damaged
      .slice(0, mostDamaged)
      .map(
        ({ id, problem: what }) => html`<bdi class="strong">${visibleLine(id)}</bdi> <bdi>${visibleLine(what)}</bdi>`,
      ),
    ...(rest > 0 ? [t`${String(rest)} more`] : []),
    ...problems.slice(0, mostDamaged).map((words) => html`<bdi>${visibleLine(words)}</bdi>`),
  ];
  const content = (): TemplateResult =>
    html`<p class="muted">${t`They may belong to this prompt or to another. All other runs can be read.`}</p>
      ${list(items, (item) => html`<li>${item}</li>`, { className: 'plain-list' })}`;
  return html`${problem && problemNotice(problem)}
  ${items.length === 0 ? nothing : disclosure(`${runs}${notes}`, content, { className: 'history-damaged' })}`;
}

function emptyView(history: HistoryView, pane: HistoryPane): unknown {
  // An unreadable store must not look like an empty one.
  if (history.problem !== undefined) return troubles(history);
  const evaluate = (): void => pane.frame.post({ kind: 'action', action: 'evaluate' });
  const text = t`Each evaluated text of this prompt becomes a revision. Its scores appear here over time, and you can read, compare and restore it.`;
  const start = button(t`Evaluate`, evaluate, { primary: true });
  return html`${waiting(t`No run yet: evaluate this prompt`, [text], [start])} ${troubles(history)}`;
}

function content(history: HistoryView, pane: HistoryPane, actions: PanelActions): unknown {
  if (history.runs.length === 0) return emptyView(history, pane);
  const choice = historyChoice(history, pane.view);
  const values = revisionValues(history, choice.series);
  const { revisions } = history;
  const areAll = pane.frame.isToggled('revisions');
  const other = areAll ? t`Show the first ${firstRevisions}` : t`Show all ${wholeNumber(revisions.length)}`;
  return html`${chartView(history, choice, pane)} ${troubles(history)}
    <div class="revisions">
      <section class="revision-pane" aria-labelledby="revisions-heading">
        <h2 id="revisions-heading">${t`Revisions`} <span class="muted number">${revisions.length}</span></h2>
        ${pane.revisions.box(t`Revisions`, {
          rows: areAll ? revisions : revisions.slice(0, firstRevisions),
          activeId: choice.revision?.revision,
          draw: (one, index) => revisionRow(one, values.get(index) ?? '', one === choice.revision),
        })}
        ${revisions.length > firstRevisions ? button(other, () => pane.frame.toggle('revisions')) : nothing}
      </section>
      ${choice.revision && revisionDetail(history, choice.revision, actions)}
    </div>`;
}

export function historyView(pane: HistoryPane, actions: PanelActions): TemplateResult {
  const { history } = pane;
  const reading = html`<p class="muted">${t`Reading the runs of this prompt…`}</p>`;
  return scrollBox('history', history ? content(history, pane, actions) : reading, history !== undefined);
}

function historyTable(history: HistoryView, series: DrawnSeries): TemplateResult {
  const heads = [t`Run`, t`Revision`, t`Value and interval`, 'n', t`Status`];
  const rows = series.points.toReversed().map((point) => {
    const run = history.runs[point.run];
    return html`<tr>
      <th scope="row">${formatTime(run?.repliesAt ?? '')}</th>
      <td dir="auto">${nameOf(history.revisions[run?.revision ?? -1])}</td>
      <td class="number">${pointText(series, point)}</td>
      <td class="number">${point.n}</td>
      <td>${run?.statusText}${run?.rejudgedFrom && t`, judged again`}</td>
    </tr>`;
  });
  return scrolledTable('history-table', t`The chart as a table`, heads, [rows]);
}
