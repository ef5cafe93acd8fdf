import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { DrawnSeries, HistoryView } from '../../src/core/report/historyViewModel';
import { formatTime } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import { nameOf, pointText } from './historyPage';

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
export function historyTable(
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
