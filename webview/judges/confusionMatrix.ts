import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { ConfusionView } from '../../src/core/report/judgesViewModel';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';

/** Counts in a table: rows are the labels that the judge is held against, columns the judge's; the shade of a cell is its share of the row. */
export function confusionMatrix({ labels, counts, failed }: ConfusionView, by: 'people' | 'judge'): TemplateResult {
  const rows = by === 'people' ? 'People' : 'Other judge';
  const names = labels.map(visibleLine);
  const someFailed = failed.some((count) => count > 0);
  const sumOf = (place: number): number =>
    (counts[place] ?? []).reduce((sum, count) => sum + count, 0) + (failed[place] ?? 0);
  const cell = (count: number, row: number, same: boolean): TemplateResult => {
    const share = sumOf(row) === 0 ? 0 : Math.round((count / sumOf(row)) * 100);
    return html`<td
      class="number ${same ? 'same' : ''} ${count === 0 ? 'none' : ''}"
      ${cssVariables({ '--share': `${String(share)}%` })}
    >
      ${count.toLocaleString('en')}
    </td>`;
  };
  return html`<div class="confusion-place" tabindex="0" role="region" aria-label="Confusion matrix">
    <table class="confusion">
      <caption class="sr-only">
        How often each of the judge’s labels met each of ${by === 'people' ? 'people’s' : 'the other judge’s'}; rows are
        ${by === 'people' ? 'people' : 'the other judge'}, columns the judge.
      </caption>
      <thead>
        <tr>
          <td class="corner"></td>
          <th scope="colgroup" colspan=${labels.length + (someFailed ? 1 : 0)} class="axis">Judge</th>
          <td></td>
        </tr>
        <tr>
          <th scope="col" class="axis">${rows}</th>
          ${names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
          ${someFailed ? html`<th scope="col" class="axis">no verdict</th>` : nothing}
          <th scope="col" class="axis">all</th>
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, row) =>
            html`<tr>
              <th scope="row"><bdi>${name}</bdi></th>
              ${labels.map((_, column) => cell(counts[row]?.[column] ?? 0, row, row === column))}
              ${someFailed ? cell(failed[row] ?? 0, row, false) : nothing}
              <td class="number all">${sumOf(row).toLocaleString('en')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
