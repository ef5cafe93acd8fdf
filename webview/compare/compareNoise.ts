import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, NoiseRowView, NoiseView } from '../../src/core/report/comparisonViewModel';
import { button, disclosure, scrolledTable } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';

function judgeAgain({ before }: ComparisonView, pane: ComparePane): TemplateResult {
  return button('Judge again', () => pane.frame.post({ kind: 'judgeAgain', runId: before.id }), {
    tip: 'Judges the stored replies of the run before once more with its own judges. The tutor is not called. What changes is the judge’s noise.',
  });
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
  const heads = html`<th scope="col">Metric</th>
    <th scope="col" data-tip="95 of 100 differences between two runs of the same prompt are no larger">Noise band</th>
    <th scope="col">Covers</th>
    <th scope="col" data-tip="Shares of the variance of one run’s value">Spread (variance)</th>`;
  const head = (title: string): TemplateResult =>
    html`<tr>
      <th scope="rowgroup" colspan="4" class="strong" dir="auto">${visibleLine(title)}</th>
    </tr>`;
  const bodies = benchmarks.map(
    ({ title, rows }) =>
      html`<tbody>
        ${benchmarks.length > 1 ? head(title) : nothing} ${rows.map(rowView)}
      </tbody>`,
  );
  return scrolledTable('noise-table', 'Noise of each metric', heads, bodies);
}

export function compareNoise(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { noise } = view;
  const leftOut = noise?.leftOut && html`<p class="muted">${visibleLine(noise.leftOut)}</p>`;
  if (noise === undefined || noise.benchmarks.length === 0)
    return html`<div class="noise-unknown" id="noise">
      <p>
        <strong>Noise:</strong> how far apart two runs of one prompt fall is not known. Evaluate the earlier prompt
        again without the cache, set repeats to 2 or more, or have its replies judged once
        more.${view.before.simulated ? ' Simulated models say something else only under another seed.' : nothing}
      </p>
      ${judgeAgain(view, pane)} ${leftOut}
    </div>`;
  const isLower = noise.benchmarks.every(({ rows }) => rows.every(({ covers }) => covers === 'judge'));
  const advice = html`<p class="muted">
    To learn the tutor’s part, evaluate the earlier prompt again without the cache or with repeats of 2 or more.
  </p>`;
  return disclosure(
    html`<strong>Noise:</strong> <span dir="auto">${visibleLine(noise.sentence)}</span>`,
    () =>
      html`${table(noise)} ${leftOut} ${isLower ? advice : nothing}
        <p>${judgeAgain(view, pane)}</p>`,
    { id: 'noise', className: 'noise' },
  );
}
