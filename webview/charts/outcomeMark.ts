import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { MetricOutcome, DecisionKind, FlipKind } from '../../src/core/report/comparisonViewModel';
import type { Outcome } from '../../src/core/results/reportModel';

type Change = FlipKind | Exclude<MetricOutcome, 'exploratory'>;

const disc = svg`<circle class="fill" cx="6" cy="6" r="5"></circle>`;
const ring = svg`<circle class="line" cx="6" cy="6" r="4.25"></circle>`;
const dash = svg`<path class="line" d="M2 6h8"></path>`;
const up = svg`<path class="fill" d="M6 1.5 11 10H1Z"></path>`;
const down = svg`<path class="fill" d="M6 10.5 1 2h10Z"></path>`;
const equal = svg`<path class="line" d="M2 4.2h8M2 7.8h8"></path>`;

/** Shape and colour each show what it is, so that either is enough. */
const shapes: Readonly<Record<Outcome | Change, TemplateResult>> = {
  desired: disc,
  partial: svg`${ring}<path class="fill" d="M6 1.75a4.25 4.25 0 0 0 0 8.5Z"></path>`,
  undesired: ring,
  neutral: svg`<rect class="fill" x="2.5" y="2.5" width="7" height="7"></rect>`,
  unscored: dash,
  better: up,
  worse: down,
  changed: svg`<path class="line" d="M6 1.2 10.8 6 6 10.8 1.2 6Z"></path>`,
  equivalent: equal,
  noEvidence: dash,
  notWorse: equal,
  tooFew: svg`<path class="fill" d="M2 5h2v2H2Zm3 0h2v2H5Zm3 0h2v2H8Z"></path>`,
  simulated: svg`<path class="line" d="M4 1.5h4M5 1.5v3.2L2 10.5h8L7 4.7V1.5"></path>`,
  notComparable: svg`${ring}<path class="line" d="m3 9 6-6"></path>`,
  broken: down,
  fixed: up,
  movedDown: svg`<path class="line" d="M6 1.5v8M2.5 6 6 9.5 9.5 6"></path>`,
  movedUp: svg`<path class="line" d="M6 10.5v-8M2.5 6 6 2.5 9.5 6"></path>`,
  flaky: svg`<path class="line" d="M1 7.5c1.7-4 3.3-4 5-1.5s3.3 2.5 5-1.5"></path>`,
  stillFailing: ring,
  stillPassing: disc,
  unchanged: equal,
  unjudged: dash,
};

export const worstFirst: readonly Outcome[] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];

function mark(name: Outcome | Change, className: string): TemplateResult {
  return html`<svg class="mark ${className} ${name}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    ${shapes[name]}
  </svg>`;
}

/** 12 by 12 px. Decoration only: the words must stand near it. */
export function outcomeMark(outcome: Outcome): TemplateResult {
  return mark(outcome, '');
}

/** The same for what a comparison found. */
export function changeMark(change: Change | 'exploratory'): unknown {
  return change === 'exploratory' ? nothing : mark(change, 'change-mark');
}

/** Decisions are coloured and marked as the outcomes that they rest on. */
export const decisionLooks = {
  adopt: 'better',
  reject: 'worse',
  tradeOff: 'changed',
  notSettled: 'noEvidence',
  chosenAfterwards: 'noEvidence',
} satisfies Record<DecisionKind, MetricOutcome>;
