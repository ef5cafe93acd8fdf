import { html, nothing } from 'lit-html';
import { intervalBar } from '../charts/intervalBar';
import type { MetricValue } from '../reportTypes';
import { formatCount, formatValue } from '../text/formatValue';
import { visibleText } from '../text/visibleText';

/** The row below a metric with its score corrected for the judge's errors, drawn like the score itself; nothing where there is none. */
export function correctedRow(metric: MetricValue): unknown {
  const { corrected, unit } = metric;
  if (corrected === undefined) return nothing;
  const shown: MetricValue = { ...metric, value: corrected.value, ci: corrected.ci, hits: undefined };
  const labelled = formatCount(corrected.goldN, 'labelled reply', 'labelled replies');
  const tip = `What people’s labels would have come to, by the judge’s errors on ${labelled}. ${
    corrected.cut ? 'It lies beyond the scale and was cut there, so its interval looks surer than it is. ' : ''
  }Explained below the table.`;
  return html`<tr role="row" class="corrected">
    <th role="rowheader" scope="row">
      <span class="corrected-name" data-tip=${tip}
        ><span aria-hidden="true">↳ </span>corrected<span class="sr-only"> for the judge’s errors. ${tip}</span></span
      >${corrected.cut ? html`<span class="corrected-cut" aria-hidden="true">at the end of the scale</span>` : nothing}
    </th>
    <td role="cell" class="value number">${formatValue(corrected.value, unit)}</td>
    <td role="cell" class="interval">${intervalBar(shown)}</td>
  </tr>`;
}

/** What must be said of the corrected scores of a table, below it; nothing where there are none and nothing is to be said. */
export function correctionNotes(blocks: readonly { readonly correctionNotes?: readonly string[] }[]): unknown {
  const notes = new Set(blocks.flatMap((block) => block.correctionNotes ?? []));
  return notes.size === 0
    ? nothing
    : [...notes].map((note) => html`<p class="correction-note muted">${visibleText(note)}</p>`);
}
