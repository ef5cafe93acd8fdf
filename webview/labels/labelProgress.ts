import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { LabelDimension, LabelFigure, LabelWork } from '../../src/core/report/labellingView';
import { visibleLine } from '../text/visibleText';
import { figureWords } from './labelWords';

function figureCells(figure: LabelFigure | undefined): TemplateResult {
  if (figure === undefined) return html`<td colspan="2" class="muted">no judge</td>`;
  if (figure.kind === 'hidden') {
    return html`<td colspan="2" class="muted">${figureWords(figure)}</td>`;
  }
  return html`<td>${figureWords(figure)}</td>
    <td class="number">${figure.n}</td>`;
}

function dimensionRows({ title, labelled, total, figures }: LabelDimension, several: boolean): TemplateResult {
  const shown = figures.length === 0 ? [undefined] : figures;
  return html`${shown.map(
    (figure, index) =>
      html`<tr>
        ${
          index > 0
            ? nothing
            : html`<th scope="row" rowspan=${shown.length} dir="auto">${visibleLine(title)}</th>
                <td class="number" rowspan=${shown.length}>
                  ${labelled.toLocaleString('en')} of ${total.toLocaleString('en')}
                </td>`
        }
        ${several ? html`<td dir="auto">${visibleLine(figure?.judge ?? '')}</td>` : nothing} ${figureCells(figure)}
      </tr>`,
  )}`;
}

/** Why figures are shown or kept back. */
function why({ mode }: LabelWork): string {
  return mode === 'blind'
    ? 'Blind, a figure is shown from 20 labels of a dimension on and made anew after 10 on something new: one that moved with each label, or with a change, would tell the judge’s verdict on that reply.'
    : 'These labels were given with the verdict in sight, or blind before. They say how far you follow the judge, and are no check of it.';
}

/** How far each dimension is labelled, and how far this person and the judges agree on it. */
export function labelProgress(work: LabelWork): TemplateResult {
  const several = work.dimensions.some(({ figures }) => figures.length > 1);
  return html`<section class="label-progress" aria-labelledby="label-progress-heading">
    <h2 id="label-progress-heading">Labelled, and agreement with the judge</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Dimension</th>
          <th scope="col">Labelled</th>
          ${several ? html`<th scope="col">Judge</th>` : nothing}
          <th scope="col">Agreement</th>
          <th scope="col">n</th>
        </tr>
      </thead>
      <tbody>
        ${work.dimensions.map((dimension) => dimensionRows(dimension, several))}
      </tbody>
    </table>
    <p class="muted">${why(work)}</p>
  </section>`;
}
