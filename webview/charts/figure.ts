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

/** A picture with its caption. Without `content` it has no verdict yet. `more` follows the explanation. */
export function figure(
  picture: BenchmarkPicture,
  { named }: PictureProps,
  content: TemplateResult | undefined,
  { className = '', more = '' } = {},
): TemplateResult {
  return html`<figure class="picture ${className}">
    <figcaption>
      <strong>${visibleLine(t(picture.title))}</strong>
      <span class="muted"
        >${visibleLine(t(picture.explain))} ${more}
        ${named ? html`${t`First judge:`} <bdi>${visibleLine(picture.judge)}</bdi>.` : nothing}</span
      >
    </figcaption>
    ${content ?? html`<p class="muted">${t`No verdict yet.`}</p>`}
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
