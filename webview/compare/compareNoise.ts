import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, NoiseRowView, NoiseView } from '../../src/core/report/comparisonViewModel';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';

function judgeAgain({ before }: ComparisonView, pane: ComparePane): TemplateResult {
  return html`<vscode-button
    appearance="secondary"
    data-tip="Judges the stored replies of the run before once more with its own judges. The tutor is not called. What changes is the judge’s noise."
    @click=${() => pane.send({ kind: 'judgeAgain', runId: before.id })}
    >Judge again</vscode-button
  >`;
}

function rowView({ title, halfWidth, coversText, parts }: NoiseRowView): TemplateResult {
  return html`<tr>
    <th scope="row" dir="auto">${visibleLine(title)}</th>
    <td class="number">${halfWidth}</td>
    <td>${coversText}</td>
    <td class="number">${parts ?? html`<span class="muted">not told apart</span>`}</td>
  </tr>`;
}

function table({ benchmarks }: NoiseView): TemplateResult {
  const several = benchmarks.length > 1;
  return html`<div class="noise-table" tabindex="0" role="region" aria-label="Noise of each metric">
    <table>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col" data-tip="95 of 100 differences between two runs of the same prompt are no larger">
            Noise band
          </th>
          <th scope="col">Covers</th>
          <th scope="col" data-tip="Shares of the variance of one run’s value">Spread (variance)</th>
        </tr>
      </thead>
      ${benchmarks.map(
        ({ title, rows }) =>
          html`<tbody>
            ${
              several
                ? html`<tr>
                    <th scope="rowgroup" colspan="4" class="strong" dir="auto">${visibleLine(title)}</th>
                  </tr>`
                : nothing
            }
            ${rows.map(rowView)}
          </tbody>`,
      )}
    </table>
  </div>`;
}

function leftOutLine({ leftOut }: NoiseView): unknown {
  return leftOut === undefined ? nothing : html`<p class="muted">${visibleLine(leftOut)}</p>`;
}

/** How much of a difference may be noise: the answer in one line over a folded table, or how to come by one. */
export function compareNoise(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { noise } = view;
  if (noise === undefined || noise.benchmarks.length === 0)
    return html`<div class="noise-unknown" id="noise">
      <p>
        <strong>Noise:</strong> how far apart two runs of one prompt fall is not known. Evaluate the earlier prompt
        again without the cache, set repeats to 2 or more, or have its replies judged once
        more.${view.before.simulated ? ' Simulated models say something else only under another seed.' : nothing}
      </p>
      ${judgeAgain(view, pane)} ${noise === undefined ? nothing : leftOutLine(noise)}
    </div>`;
  const isLower = noise.benchmarks.every(({ rows }) => rows.every(({ covers }) => covers === 'judge'));
  return html`<details class="disclosure noise" id="noise">
    <summary><strong>Noise:</strong> <span dir="auto">${visibleLine(noise.sentence)}</span></summary>
    ${table(noise)} ${leftOutLine(noise)}
    ${
      isLower
        ? html`<p class="muted">
            To learn the tutor’s part, evaluate the earlier prompt again without the cache or with repeats of 2 or more.
          </p>`
        : nothing
    }
    <p>${judgeAgain(view, pane)}</p>
  </details>`;
}
