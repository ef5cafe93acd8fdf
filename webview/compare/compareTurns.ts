import { html, nothing } from 'lit-html';
import type { BenchmarkComparisonView, TurnRate, TurnRatesView } from '../../src/core/report/comparisonViewModel';
import { countWords, t } from '../../src/core/text/countWords';
import { columnHeads, disclosure, scrolledTable } from '../dom/elements';
import { visibleLine } from '../text/visibleText';

export function compareTurns({ turns, both }: BenchmarkComparisonView): unknown {
  if (turns.length === 0) return nothing;
  return disclosure(t`Failure rate by turn, over the ${countWords(both, 'sample', 'samples')} in both runs`, () =>
    scrolledTable(
      'turns-table',
      t`Failure rate by turn`,
      columnHeads([t`Judge`, t`Turn`, t`Before`, t`After`]),
      turns.map(
        (judge) =>
          html`<tbody>
            ${rows(judge)}
          </tbody>`,
      ),
    ),
  );
}

function rows({ judgeTitle, turns }: TurnRatesView): unknown {
  return turns.map(
    ({ turn, before, after }, index) =>
      html`<tr>
        ${index === 0 ? html`<th scope="rowgroup" rowspan=${turns.length} dir="auto">${visibleLine(judgeTitle)}</th>` : nothing}
        <th scope="row" class="number">${turn}</th>
        <td class="number">${rateText(before)}</td>
        <td class="number">${rateText(after)}</td>
      </tr>`,
  );
}

/** `25% (3/12)`; a dash where nothing was judged. */
function rateText({ failed, judged }: TurnRate): string {
  return judged === 0 ? '–' : `${String(Math.round((100 * failed) / judged))}% (${String(failed)}/${String(judged)})`;
}
