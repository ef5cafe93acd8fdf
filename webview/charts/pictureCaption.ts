import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkPicture, BenchmarkReport } from '../../src/core/results/reportModel';
import type { ReportActions } from '../panelActions';
import { t, visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';

export interface PictureProps {
  /** Unique on the page and the same in every snapshot of a run. Valid in an `id`. */
  readonly key: string;
  readonly report: BenchmarkReport;
  /** True with several judges: the caption then names the judge of these verdicts. */
  readonly named: boolean;
  readonly view: ViewState;
  readonly actions: ReportActions;
}

/** `more` follows the picture's explanation. With `named` the caption names the judge. */
export function pictureCaption(picture: BenchmarkPicture, named: boolean, more = ''): TemplateResult {
  return html`<figcaption>
    <strong>${visibleLine(picture.title)}</strong>
    <span class="muted"
      >${visibleLine(picture.explain)} ${more}
      ${named ? html`${t`First judge:`} <bdi>${visibleLine(picture.judge)}</bdi>.` : nothing}</span
    >
  </figcaption>`;
}

export function emptyPicture(picture: BenchmarkPicture, named: boolean): TemplateResult {
  return html`<figure class="picture">
    ${pictureCaption(picture, named)}
    <p class="muted">${t`No verdict yet.`}</p>
  </figure>`;
}

/** A row of a picture of bars: what it is, the bar or why there is none, and its numbers. */
export function barsRow(label: string, drawn: unknown, numbers: unknown, className = ''): TemplateResult {
  return html`<div class="bars-row ${className}">
    <span class="bars-label" dir="auto">${visibleLine(label)}</span>
    <span class="bars-bar">${drawn}</span>
    <span class="bars-numbers number">${numbers}</span>
  </div>`;
}

export function legend(
  label: string,
  entries: readonly (readonly [mark: TemplateResult, words: string])[],
): TemplateResult {
  return html`<ul class="legend" aria-label=${label}>
    ${entries.map(([mark, words]) => html`<li>${mark} ${words}</li>`)}
  </ul>`;
}
