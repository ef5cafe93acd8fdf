import { html, svg, type TemplateResult } from 'lit-html';
import type { Outcome } from '../reportTypes';

/** Shape and colour both tell an outcome, so that neither has to be seen. */
const shapes: Readonly<Record<Outcome, TemplateResult>> = {
  desired: svg`<circle class="fill" cx="6" cy="6" r="5"></circle>`,
  partial: svg`<circle class="line" cx="6" cy="6" r="4.25"></circle><path class="fill" d="M6 1.75a4.25 4.25 0 0 0 0 8.5Z"></path>`,
  undesired: svg`<circle class="line" cx="6" cy="6" r="4.25"></circle>`,
  neutral: svg`<rect class="fill" x="2.5" y="2.5" width="7" height="7"></rect>`,
  unscored: svg`<path class="line" d="M2 6h8"></path>`,
};

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  desired: 'as wanted',
  partial: 'partly as wanted',
  undesired: 'not as wanted',
  neutral: 'no direction',
  unscored: 'unscored',
};

/** A verdict's mark of 12 by 12 px. Decoration only: the words must be near it. */
export function outcomeMark(outcome: Outcome): TemplateResult {
  return html`<svg class="mark ${outcome}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    ${shapes[outcome]}
  </svg>`;
}
