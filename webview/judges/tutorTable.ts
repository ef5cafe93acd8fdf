import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { TutorRow } from '../../src/core/report/judgesViewModel';
import { visibleLine } from '../text/visibleText';
import { cardFigure } from '../text/formatValue';

/** How far the judge agrees with people on the replies of each tutor. */
export function tutorTable(tutors: readonly TutorRow[]): TemplateResult {
  return html`<h3>By tutor</h3>
    <div class="confusion-place">
      <table class="confusion tutor-table">
        <thead>
          <tr>
            <th scope="col">Tutor</th>
            <th scope="col">n</th>
            <th scope="col">Kappa</th>
            <th scope="col">Pearson</th>
            <th scope="col">Agreement</th>
            <th scope="col">Majority</th>
          </tr>
        </thead>
        <tbody>
          ${tutors.map(
            ({ tutor, n, kappa, pearson, agreement, majority }) =>
              html`<tr>
                <th scope="row" dir="auto">${tutor === '' ? 'not named' : visibleLine(tutor)}</th>
                <td class="number">${n.toLocaleString('en')}</td>
                <td class="number">${cardFigure(kappa)}</td>
                <td class="number">${cardFigure(pearson)}</td>
                <td class="number">${cardFigure(agreement)}</td>
                <td class="number" data-tip=${`Always saying “${visibleLine(majority.label)}”`}>
                  ${cardFigure(majority.agreement)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
