import { html, nothing } from 'lit-html';
import type { BenchmarkComparisonView, TurnRatesView } from '../../src/core/report/comparisonViewModel';
import { rateText, turnLimit, turnRatesChart } from '../charts/turnRates';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

function rows({ judgeTitle, turns }: TurnRatesView): unknown {
  return turns.map(
    ({ turn, before, after }, place) =>
      html`<tr>
        ${place === 0 ? html`<th scope="rowgroup" rowspan=${turns.length} dir="auto">${visibleLine(judgeTitle)}</th>` : nothing}
        <th scope="row" class="number">${turn}</th>
        <td class="number">${rateText(before)}</td>
        <td class="number">${rateText(after)}</td>
      </tr>`,
  );
}

/** How often each judge found a failure on each turn, in both runs: small charts on one axis, and the figures as a table. */
export function compareTurns({ id, turns, both }: BenchmarkComparisonView): unknown {
  if (turns.length === 0) return nothing;
  const limit = turnLimit(turns);
  return html`<section class="turns" aria-labelledby="turns-${id}">
    <div class="turns-head">
      <h3 id="turns-${id}">Failure rate by turn</h3>
      <span class="muted"
        ><span class="turn-key before" aria-hidden="true"></span>before
        <span class="turn-key after" aria-hidden="true"></span>after, over the ${formatCount(both, 'sample', 'samples')}
        in both runs</span
      >
    </div>
    <div class="turn-charts">${turns.map((judge) => turnRatesChart(judge, limit))}</div>
    <details class="disclosure">
      <summary>The charts as a table</summary>
      <div class="turns-table" tabindex="0" role="region" aria-label="Failure rate by turn">
        <table>
          <thead>
            <tr>
              <th scope="col">Judge</th>
              <th scope="col">Turn</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          ${turns.map(
            (judge) =>
              html`<tbody>
                ${rows(judge)}
              </tbody>`,
          )}
        </table>
      </div>
    </details>
  </section>`;
}
