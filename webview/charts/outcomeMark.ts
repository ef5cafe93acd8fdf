import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { MetricOutcome, DecisionKind, FlipKind } from '../../src/core/report/comparisonViewModel';
import type { Outcome } from '../../src/core/results/reportModel';

/** Shape and colour each show the outcome, so that either is enough. */
const shapes: Readonly<Record<Outcome, TemplateResult>> = {
  desired: svg`<circle class="fill" cx="6" cy="6" r="5"></circle>`,
  partial: svg`<circle class="line" cx="6" cy="6" r="4.25"></circle><path class="fill" d="M6 1.75a4.25 4.25 0 0 0 0 8.5Z"></path>`,
  undesired: svg`<circle class="line" cx="6" cy="6" r="4.25"></circle>`,
  neutral: svg`<rect class="fill" x="2.5" y="2.5" width="7" height="7"></rect>`,
  unscored: svg`<path class="line" d="M2 6h8"></path>`,
};

export const worstFirst: readonly Outcome[] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];

/** 12 by 12 px. Decoration only: the words must stand near it. */
export function outcomeMark(outcome: Outcome): TemplateResult {
  return html`<svg class="mark ${outcome}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    ${shapes[outcome]}
  </svg>`;
}

const up = svg`<path class="fill" d="M6 1.5 11 10H1Z"></path>`;
const down = svg`<path class="fill" d="M6 10.5 1 2h10Z"></path>`;
const risen = svg`<path class="line" d="M6 10.5v-8M2.5 6 6 2.5 9.5 6"></path>`;
const fallen = svg`<path class="line" d="M6 1.5v8M2.5 6 6 9.5 9.5 6"></path>`;
const diamond = svg`<path class="line" d="M6 1.2 10.8 6 6 10.8 1.2 6Z"></path>`;
const wave = svg`<path class="line" d="M1 7.5c1.7-4 3.3-4 5-1.5s3.3 2.5 5-1.5"></path>`;
const equal = svg`<path class="line" d="M2 4.2h8M2 7.8h8"></path>`;
const dash = svg`<path class="line" d="M2 6h8"></path>`;
const ring = svg`<circle class="line" cx="6" cy="6" r="4.25"></circle>`;
const disc = svg`<circle class="fill" cx="6" cy="6" r="5"></circle>`;
const dots = svg`<path class="fill" d="M2 5h2v2H2Zm3 0h2v2H5Zm3 0h2v2H8Z"></path>`;
const flask = svg`<path class="line" d="M4 1.5h4M5 1.5v3.2L2 10.5h8L7 4.7V1.5"></path>`;
const barred = svg`<circle class="line" cx="6" cy="6" r="4.25"></circle><path class="line" d="m3 9 6-6"></path>`;

const words: Readonly<Record<Exclude<MetricOutcome, 'exploratory'>, TemplateResult>> = {
  better: up,
  worse: down,
  changed: diamond,
  equivalent: equal,
  noEvidence: dash,
  notWorse: equal,
  tooFew: dots,
  simulated: flask,
  notComparable: barred,
};

const flips: Readonly<Record<FlipKind, TemplateResult>> = {
  broken: down,
  fixed: up,
  movedDown: fallen,
  movedUp: risen,
  changed: diamond,
  flaky: wave,
  stillFailing: ring,
  stillPassing: disc,
  unchanged: equal,
  unjudged: dash,
};

function mark(shape: TemplateResult, name: string): TemplateResult {
  return html`<svg class="mark change-mark ${name}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    ${shape}
  </svg>`;
}

/** 12 by 12 px. Decoration only: its text must be near it. */
export function comparisonMark(outcome: MetricOutcome): unknown {
  return outcome === 'exploratory' ? nothing : mark(words[outcome], outcome);
}

/** Decisions are coloured and marked as the outcomes that they rest on. */
export const decisionLooks = {
  adopt: 'better',
  reject: 'worse',
  tradeOff: 'changed',
  notSettled: 'noEvidence',
  chosenAfterwards: 'noEvidence',
} satisfies Record<DecisionKind, MetricOutcome>;

export function flipMark(kind: FlipKind): TemplateResult {
  return mark(flips[kind], kind);
}
