import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { LabelDimension, LabelFigure, LabelPlaceView, LabelWork } from '../../src/core/labels/labellingView';
import { formatCount } from '../text/formatValue';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';
import { dialogueView } from '../views/dialogue';
import { keyLegend } from './labelKeys';
import type { LabelActions, LabelWorkPage } from './labelPage';
import { labelRows } from './labelRows';
import { figureWords } from './labelWords';

function dialogue(place: LabelPlaceView, { panel }: LabelWorkPage): TemplateResult {
  const { id, title, turns, replies, turn, facts } = place;
  const content = { turns, verdicts: [], member: 'label', replies, openTurn: turn, actions: panel };
  return html`<div
    class="label-dialogue"
    id="label-dialogue"
    tabindex="0"
    role="region"
    aria-labelledby="label-dialogue-heading"
  >
    <h2 id="label-dialogue-heading" dir="auto">${visibleLine(title)}</h2>
    ${keyed(id, html`${dialogueView(content)}`)}
    ${
      facts.length === 0
        ? nothing
        : html`<details class="disclosure" open>
            <summary>What the judge may know, too</summary>
            <dl class="label-facts">
              ${facts.map(
                ({ label, value }) =>
                  html`<div>
                    <dt>${visibleLine(label)}</dt>
                    <dd>${modelText(value)}</dd>
                  </div>`,
              )}
            </dl>
          </details>`
    }
  </div>`;
}

function doneView({ progress }: LabelWork, actions: LabelActions): TemplateResult {
  const { done, skipped, total } = progress;
  const words = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} are labelled.`;
  const aside = `${formatCount(skipped, 'is', 'are')} set aside.`;
  return html`<div class="label-over">
    <h2>${skipped === 0 ? 'All labelled' : 'Nothing else to label'}</h2>
    <p>${words} ${skipped === 0 ? nothing : aside}</p>
    <div class="label-buttons">
      ${
        skipped > 0
          ? html`<vscode-button id="label-done" @click=${() => actions.takeUp()}
                >Take up what was set aside</vscode-button
              >
              <vscode-button appearance="secondary" @click=${() => actions.check()}
                >Check the judge on these labels…</vscode-button
              >`
          : html`<vscode-button id="label-done" @click=${() => actions.check()}
              >Check the judge on these labels…</vscode-button
            >`
      }
      <vscode-button appearance="secondary" @click=${() => actions.exportLabels()}>Export labels…</vscode-button>
      <vscode-button appearance="secondary" @click=${() => actions.end()}>End</vscode-button>
    </div>
  </div>`;
}

/** A reply with the decisions about it, how far one is, and the keys. */
export function labelWorkView(page: LabelWorkPage, actions: LabelActions): TemplateResult {
  const { work } = page;
  const { place } = work;
  const problem =
    work.problem === undefined
      ? nothing
      : html`<p class="problem label-problem" role="alert">
          The last label was not kept. ${visibleLine(work.problem)}
        </p>`;
  if (place === undefined) {
    return html`${problem}
      <div class="label-end">${doneView(work, actions)} ${labelProgress(work)}</div>
      ${keyLegend()}`;
  }
  return html`${problem}
    <div class="label-work">
      ${dialogue(place, page)}
      <div class="label-side">${labelRows(place.rows, page, actions)} ${labelProgress(work)}</div>
    </div>
    ${keyLegend()}`;
}

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
function labelProgress(work: LabelWork): TemplateResult {
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
