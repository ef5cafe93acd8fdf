import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { BenchmarkPicture } from '../../src/core/report/reportModel';
import { visibleLine } from '../text/visibleText';

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
