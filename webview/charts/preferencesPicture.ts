import { html, nothing, svg } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PreferencePicture } from '../../src/core/results/reportModel';
import { visibleLine } from '../text/visibleText';
import { pictureCaption } from './pictureCaption';

type Row = PreferencePicture['groups'][number]['rows'][number];
type Preference = 'win' | 'tie' | 'lose';

/** From the left: wins and losses each have an end of the bar to be read from. */
const preferences: readonly Preference[] = ['win', 'tie', 'lose'];

const words: Readonly<Record<Preference, string>> = { win: 'better', tie: 'equal', lose: 'worse' };

/** Pixels. */
const barHeight = 18;
/** A narrower part of a bar has no room for its count. Percent. */
const roomForCount = 7;

function totalOf({ win, tie, lose }: Row): number {
  return win + tie + lose;
}

function describe(row: Row): string {
  const total = totalOf(row);
  const counts = preferences.map((preference) => {
    const share = ((row[preference] / total) * 100).toFixed(1);
    return `${words[preference]} ${String(row[preference])} (${share}%)`;
  });
  const unscored = row.unscored === 0 ? '' : `; ${String(row.unscored)} unscored, left out`;
  return `${visibleLine(row.label)}: ${counts.join(', ')}, n ${String(total)}${unscored}`;
}

function bar(row: Row): TemplateResult {
  const total = totalOf(row);
  let from = 0;
  const parts = preferences.map((preference) => {
    const width = (row[preference] / total) * 100;
    const start = from;
    from += width;
    if (width === 0) return svg``;
    return svg`<rect class="preference ${preference}" x="${start}%" width="${width}%" y="1" height=${barHeight - 2}></rect>
      ${width < roomForCount ? nothing : svg`<text class="count-${preference}" x="${start + width / 2}%" y="13">${row[preference]}</text>`}`;
  });
  const label = describe(row);
  return html`<svg
    class="preference-bar"
    role="img"
    tabindex="0"
    aria-label=${label}
    data-tip=${label}
    height=${barHeight}
    width="100%"
  >
    ${parts}
  </svg>`;
}

function rowView(row: Row): TemplateResult {
  return html`<div class="bars-row">
    <span class="bars-label" dir="auto">${visibleLine(row.label)}</span>
    <span class="bars-bar">${totalOf(row) === 0 ? html`<span class="muted">no verdict yet</span>` : bar(row)}</span>
    <span class="bars-numbers number" aria-hidden="true"
      >${totalOf(row)}${row.unscored === 0 ? nothing : html` <span class="excluded">${row.unscored} unscored</span>`}</span
    >
  </div>`;
}

/** Wins, ties and losses against the reference, one bar a criterion. `named` says whose verdicts they are. */
export function preferencesPicture(picture: PreferencePicture, named: boolean): TemplateResult {
  const judged = picture.groups.some(({ rows }) => rows.some((row) => totalOf(row) > 0));
  if (!judged) {
    return html`<figure class="picture">
      ${pictureCaption(picture, named)}
      <p class="muted">No verdict yet.</p>
    </figure>`;
  }
  return html`<figure class="picture preferences">
    ${pictureCaption(picture, named, 'A tie is no win.')}
    <ul class="legend" aria-label="Parts of the bars">
      ${preferences.map(
        (preference) =>
          html`<li>
            <svg width="10" height="10" aria-hidden="true">
              <rect class="preference ${preference}" x="0.5" y="0.5" width="9" height="9"></rect></svg
            >${words[preference]}
          </li>`,
      )}
    </ul>
    <div class="bars">
      ${picture.groups.map(
        ({ label, rows }) =>
          html`<h3 class="bars-group" dir="auto">${visibleLine(label)}</h3>
            ${rows.map(rowView)}`,
      )}
    </div>
  </figure>`;
}
