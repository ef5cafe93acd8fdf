import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkPicture, BenchmarkReport } from '../../src/core/results/reportModel';
import type { ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';

export interface PicturePosition {
  /** Unique on the page, the same in every snapshot of a run; fit for an `id`. */
  readonly key: string;
  readonly report: BenchmarkReport;
  /** Several judges: the picture says whose verdicts it shows. */
  readonly named: boolean;
  readonly view: ViewState;
  readonly actions: ReportActions;
}

/** A picture's title and explanation, what else is to be said (`more`), and whose verdicts it shows when `named`. */
export function pictureCaption(picture: BenchmarkPicture, named: boolean, more = ''): TemplateResult {
  return html`<figcaption>
    <strong>${visibleLine(picture.title)}</strong>
    <span class="muted"
      >${visibleLine(picture.explain)} ${more}
      ${named ? html`First judge: <bdi>${visibleLine(picture.judge)}</bdi>.` : nothing}</span
    >
  </figcaption>`;
}

export function emptyPicture(picture: BenchmarkPicture, named: boolean): TemplateResult {
  return html`<figure class="picture">
    ${pictureCaption(picture, named)}
    <p class="muted">No verdict yet.</p>
  </figure>`;
}

export function legend(
  label: string,
  entries: readonly (readonly [mark: TemplateResult, words: string])[],
): TemplateResult {
  return html`<ul class="legend" aria-label=${label}>
    ${entries.map(([mark, words]) => html`<li>${mark} ${words}</li>`)}
  </ul>`;
}
