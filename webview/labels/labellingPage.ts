import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';
import type { LabelPage, LabelWorkPage } from './labelPage';
import { labelSetup } from './labelSetup';
import { labelWorkView } from './labelWorkView';

const modeWords = {
  blind: { title: 'blind', tip: 'Judge and tutor are hidden, the order is shuffled.' },
  reviewing: {
    title: 'reviewing',
    tip: 'The judge’s verdicts are in sight; these labels do not count when it is checked.',
  },
} as const;

function workHead({ work }: LabelWorkPage): TemplateResult {
  const { done, skipped, total } = work.progress;
  const { title, tip } = modeWords[work.mode];
  const aside = skipped === 0 ? '' : `, ${skipped.toLocaleString('en')} set aside`;
  const share = total === 0 ? 0 : Math.round((100 * done) / total);
  return html`<span class="label-mode ${work.mode} has-tip" tabindex="0" data-tip=${tip}>${title}</span>
    <span class="muted">by <bdi>${visibleLine(work.by)}</bdi></span>
    <span class="label-count">
      <span class="label-track" aria-hidden="true"
        ><span ${cssVariables({ '--share': `${String(share)}%` })}></span
      ></span>
      <span class="number">${done.toLocaleString('en')} of ${total.toLocaleString('en')} done${aside}</span>
    </span>`;
}

/** Label mode fills the page: what names judge or tutor elsewhere is out of sight. */
export function labellingPage(page: LabelPage): TemplateResult {
  const { setup, work, said, actions } = page;
  const title = work === undefined ? 'Label replies' : `Label replies: ${visibleLine(work.work.benchmark.title)}`;
  return html`<main
    class="labelling"
    aria-labelledby="label-heading"
    @keydown=${(event: KeyboardEvent) => actions.onKey(event)}
  >
    <header class="label-head">
      <h1 id="label-heading">${title}</h1>
      ${work === undefined ? nothing : workHead(work)}
      <span class="label-head-buttons">
        ${
          work === undefined
            ? nothing
            : html`<button class="link" type="button" @click=${() => actions.setUp()}>Choices…</button>
                <button class="link" type="button" @click=${() => actions.check()}>Check the judge…</button>
                <button class="link" type="button" @click=${() => actions.exportLabels()}>Export…</button>`
        }
        <button
          class="icon-button"
          type="button"
          aria-label="End label mode"
          data-tip="End label mode (Esc)"
          @click=${() => actions.end()}
        >
          ${icon('close')}
        </button>
      </span>
    </header>
    ${setup === undefined ? nothing : labelSetup(setup, actions)}
    ${work === undefined ? nothing : labelWorkView(work, actions)}
    <div class="sr-only" role="status">${said}</div>
  </main>`;
}
