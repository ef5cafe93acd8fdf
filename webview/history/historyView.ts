import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { ref } from 'lit-html/directives/ref.js';
import type { DrawnSeries, HistorySeries, HistoryView } from '../../src/core/report/historyViewModel';
import { historyChart } from '../charts/historyChart';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import { formatTime } from '../text/formatTime';
import { formatCount } from '../text/formatValue';
import { visibleLine, visibleText } from '../text/visibleText';
import { type HistoryChoice, historyChoice, type HistoryPage, nameOf, pointText } from './historyPage';
import { revisionDetail } from './revisionDetail';
import { changeLines, gitWords } from './revisionRow';

const firstRunWords =
  'One run so far. Change a rule and evaluate again: the chart then shows where the score goes, and Compare by how much each score differs.';

/** Damaged runs that are written out; more are counted. */
const mostDamaged = 50;

function seriesName({ title, judge }: HistorySeries, severalJudges: boolean): string {
  return visibleLine(severalJudges ? `${title} (${judge})` : title);
}

function seriesPicker({ series: all }: HistoryView, chosen: HistorySeries, page: HistoryPage): TemplateResult {
  const severalJudges = new Set(all.map(({ judge }) => judge)).size > 1;
  const groups = [
    ...new Set(all.map(({ benchmark, group }) => (group === benchmark ? group : `${benchmark}: ${group}`))),
  ];
  const groupOf = ({ benchmark, group }: HistorySeries): string =>
    group === benchmark ? group : `${benchmark}: ${group}`;
  const change = (event: Event): void => page.actions.chooseSeries((event.target as HTMLSelectElement).value);
  return html`<label class="series-picker"
    ><span class="muted">Metric</span>
    <select id="series" .value=${chosen.key} @change=${change}>
      ${guard(
        [all, chosen],
        () =>
          html`${groups.map(
            (group) =>
              html`<optgroup label=${visibleLine(group)}>
                ${all
                  .filter((one) => groupOf(one) === group)
                  .map(
                    (one) =>
                      html`<option value=${one.key} ?selected=${one === chosen}>
                        ${seriesName(one, severalJudges)}
                      </option>`,
                  )}
              </optgroup>`,
          )}`,
      )}
    </select></label
  >`;
}

/** A point in words: when, which revision, the value, where the file stood; then what changed, line by line. */
function pointLines(history: HistoryView, { series, point }: HistoryChoice): readonly string[] {
  const at = series?.points[point];
  const run = history.runs[at?.run ?? -1];
  if (series === undefined || at === undefined || run === undefined) return [];
  const revision = history.revisions[run.revision];
  const git = revision?.git[0];
  const head = [
    `${formatTime(run.repliesAt)}, ${revision === undefined ? '' : visibleLine(nameOf(revision))}`,
    `${pointText(series, at)}, n ${String(at.n)}`,
    run.status === 'completed' ? '' : run.statusText,
    run.simulated ? 'simulated' : '',
    git === undefined ? '' : visibleLine(gitWords(git)),
  ];
  return [head.filter((words) => words !== '').join('. '), ...(revision === undefined ? [] : changeLines(revision))];
}

function chartView(history: HistoryView, choice: HistoryChoice, page: HistoryPage): unknown {
  const { series, point } = choice;
  const { actions } = page;
  if (series === undefined)
    return html`<p class="muted">No run has scores yet; the chart begins with the first finished one.</p>`;
  const runAt = (index: number): string | undefined => history.runs[series.points[index]?.run ?? -1]?.id;
  const lines = pointLines(history, choice);
  const [head = '', ...changes] = lines;
  return html`<div class="history-head">
      ${seriesPicker(history, series, page)}
      <span class="muted"
        >${formatCount(series.points.length, 'run', 'runs')}${series.points.length > 1 ? ', the latest on the right' : ''};
        click a point to open its run</span
      >
    </div>
    ${historyChart(series, {
      point,
      words: lines.join('\n'),
      hover: (index) => {
        const id = runAt(index);
        if (id !== undefined && id !== page.view.run) actions.pointAt(id, choice.revision?.revision);
      },
      pointAt: (index) => {
        const id = runAt(index);
        if (id !== undefined) actions.pointAt(id);
      },
      open: (index) => {
        const id = runAt(index);
        if (id === undefined) return;
        actions.pointAt(id);
        actions.send({ kind: 'openRun', runId: id });
      },
    })}
    <div class="history-point">
      <p dir="auto">${head}</p>
      ${
        changes.length === 0
          ? nothing
          : html`<ul class="plain-list muted">
              ${changes.map((line) => html`<li dir="auto">${line}</li>`)}
            </ul>`
      }
    </div>
    ${history.runs.length > 1 ? nothing : html`<p class="history-first">${firstRunWords}</p>`}
    ${historyTable(history, series, page.view.tableOpen, (open) => open !== page.view.tableOpen && actions.openTable(open))}`;
}

function troubles({ damaged, problems, problem }: HistoryView): unknown {
  const rest = damaged.length - mostDamaged;
  return html`${
    problem === undefined
      ? nothing
      : html`<p class="notice error">
          ${icon('error')}<span class="notice-text" dir="auto">${visibleText(problem)}</span>
        </p>`
  }
  ${
    damaged.length + problems.length === 0
      ? nothing
      : html`<details class="disclosure history-damaged">
          <summary>
            ${formatCount(damaged.length, 'run that cannot be read', 'runs that cannot be read')}${
              problems.length === 0 ? '' : `, ${formatCount(problems.length, 'note', 'notes')} on the journal`
            }
          </summary>
          <p class="muted">They may be of this prompt or of another. The other runs are whole.</p>
          <ul class="plain-list">
            ${damaged
              .slice(0, mostDamaged)
              .map(
                ({ id, problem: what }) =>
                  html`<li><bdi class="strong">${visibleLine(id)}</bdi> <bdi>${visibleLine(what)}</bdi></li>`,
              )}
            ${rest > 0 ? html`<li>${rest} more</li>` : nothing}
            ${problems.slice(0, mostDamaged).map((words) => html`<li dir="auto">${visibleLine(words)}</li>`)}
          </ul>
        </details>`
  }`;
}

function emptyView(history: HistoryView, page: HistoryPage): unknown {
  // What cannot be read is not nothing.
  if (history.problem !== undefined) return troubles(history);
  return html`<div class="waiting">
      <h2>No run yet: evaluate this prompt</h2>
      <p>
        Each evaluated text of this prompt becomes a revision: its scores are drawn here over time, and any of them can
        be read, compared and restored.
      </p>
      <p class="waiting-actions">
        <vscode-button appearance="primary" @click=${() => page.actions.send({ kind: 'action', action: 'evaluate' })}
          >Evaluate</vscode-button
        >
      </p>
    </div>
    ${troubles(history)}`;
}

function content(history: HistoryView, page: HistoryPage): unknown {
  if (history.runs.length === 0) return emptyView(history, page);
  const choice = historyChoice(history, page.view);
  const count = history.revisions.length;
  return html`${chartView(history, choice, page)} ${troubles(history)}
    <div class="revisions">
      <section class="revision-pane" aria-labelledby="revisions-heading">
        <h2 id="revisions-heading">Revisions <span class="muted number">${count}</span></h2>
        <div
          class="revision-list"
          role="listbox"
          aria-labelledby="revisions-heading"
          ${cssVariables({ '--rows': String(count) })}
          ${ref(page.attachList)}
        ></div>
      </section>
      ${choice.revision === undefined ? nothing : revisionDetail(history, choice.revision, page)}
    </div>`;
}

/** Score per revision over time, and the revisions to read, compare and restore. */
export function historyView(page: HistoryPage): TemplateResult {
  const { history } = page;
  return html`<div
    class="history"
    id="history"
    @scroll=${(event: Event) => page.rememberScroll((event.currentTarget as HTMLElement).scrollTop)}
  >
    <div class="history-content">
      ${history === undefined ? html`<p class="muted">Reading the runs of this prompt…</p>` : content(history, page)}
    </div>
  </div>`;
}

function rows(history: HistoryView, series: DrawnSeries): unknown {
  return [...series.points].reverse().map((point) => {
    const { run: index, n } = point;
    const run = history.runs[index];
    const revision = history.revisions[run?.revision ?? -1];
    return html`<tr>
      <th scope="row">${formatTime(run?.repliesAt ?? '')}</th>
      <td dir="auto">${revision === undefined ? '' : visibleLine(nameOf(revision))}</td>
      <td class="number">${pointText(series, point)}</td>
      <td class="number">${n}</td>
      <td>${run?.statusText}${run?.rejudgedFrom === undefined ? '' : ', judged again'}</td>
    </tr>`;
  });
}

/** The chart's figures as a table, the latest first; made when it is opened. */
function historyTable(
  history: HistoryView,
  series: DrawnSeries,
  open: boolean,
  onToggle: (open: boolean) => void,
): TemplateResult {
  return html`<details
    class="disclosure"
    id="history-table"
    ?open=${open}
    @toggle=${(event: Event) => onToggle((event.currentTarget as HTMLDetailsElement).open)}
  >
    <summary>The chart as a table</summary>
    ${
      open
        ? html`<div class="history-table" tabindex="0" role="region" aria-label="The chart as a table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Run</th>
                  <th scope="col">Revision</th>
                  <th scope="col">Value and interval</th>
                  <th scope="col">n</th>
                  <th scope="col">Status</th>
                </tr>
              </thead>
              <tbody>
                ${guard([history, series], () => rows(history, series))}
              </tbody>
            </table>
          </div>`
        : nothing
    }
  </details>`;
}
