import { html, nothing, type TemplateResult } from 'lit-html';
import type { LabelOffer, LabelSetup, LabelOptions } from '../../src/core/labels/labellingView';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { button, link, type Option, select } from '../dom/elements';
import { sentence, visibleLine } from '../text/visibleText';
import type { LabelPane } from './labelPane';

const modes = {
  blind: {
    title: t`Blind`,
    means: t`Judge and tutor are hidden, and the order reveals no verdict. Only blind labels count when a judge is checked.`,
  },
  reviewing: {
    title: t`Reviewing`,
    means: t`You see the judge’s verdict and reason. Failing replies come first. The labels are marked, because a verdict in sight influences people.`,
  },
} as const;

function modeView(mode: LabelOptions['mode'], chosen: LabelOptions['mode'], pane: LabelPane): TemplateResult {
  const { title, means } = modes[mode];
  const choose = (): void => pane.choose({ mode });
  return html`<label>
    <input type="radio" name="label-mode" value=${mode} .checked=${mode === chosen} @change=${choose} />
    <span><span class="strong">${title}</span> <span class="muted">${means}</span></span>
  </label>`;
}

function picker(
  name: 'benchmark' | 'dimension',
  legend: string,
  choices: readonly Option[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<label class="label-picker"
    ><span>${legend}</span> ${select(chosen, choices, choose, { id: `label-${name}` })}</label
  >`;
}

function offerWords({ replies, dimensions, labelled }: LabelOffer): string {
  const total = dimensions.reduce((sum, dimension) => sum + dimension.total, 0);
  const all = t`${countWords(replies, 'reply', 'replies')}, ${countWords(total, 'label', 'labels')} to give`;
  if (labelled === 0) return `${all}.`;
  return t`${all}; you have given ${wholeNumber(labelled)}. You continue where you stopped.`;
}

function nameLine({ by }: LabelSetup, pane: LabelPane): TemplateResult {
  const words =
    by === undefined
      ? html`<span class="muted">${t`No name is set for your labels yet.`}</span>`
      : html`<span>${t`Labels are stored under the name`} <bdi class="strong">${visibleLine(by)}</bdi>.</span>`;
  const ask = link(by === undefined ? t`Set name…` : t`Change…`, () => pane.frame.post({ kind: 'nameLabeller' }));
  return html`<p class="label-name">${words} ${ask}</p>`;
}

export function labelSetup(setup: LabelSetup, pane: LabelPane): TemplateResult {
  const { offers, options, problem } = setup;
  const offer = offers.find(({ id }) => id === options.benchmark);
  const benchmarks = offers.map(({ id, title }) => ({ value: id, title }));
  const chooseBenchmark = (benchmark: string): void => pane.choose({ benchmark, dimension: '' });
  const dimensions = [
    { value: '', title: t`All` },
    ...(offer?.dimensions ?? []).map(({ id, title, total }) => ({ value: id, title: `${title} (${String(total)})` })),
  ];
  const start = button((offer?.labelled ?? 0) > 0 ? t`Continue labelling` : t`Start labelling`, () => pane.start(), {
    id: 'label-start',
    primary: true,
    enabled: offer !== undefined && offer.replies > 0,
  });
  return html`<div class="label-setup">
    ${problem && html`<p class="problem" role="alert">${visibleLine(problem)}</p>`} ${nameLine(setup, pane)}
    <div class="label-pickers">
      ${offers.length > 1 ? picker('benchmark', t`Benchmark`, benchmarks, options.benchmark, chooseBenchmark) : nothing}
      ${picker('dimension', t`Dimensions`, dimensions, options.dimension, (dimension) => pane.choose({ dimension }))}
    </div>
    <p class="muted">${offer === undefined ? t`The run has no replies.` : offerWords(offer)}</p>
    ${(offer?.notes ?? []).map((note) => html`<p class="muted">${visibleLine(note)}</p>`)}
    <div class="label-groups">
      <fieldset class="label-choice-group">
        <legend>${t`What you see`}</legend>
        ${(['blind', 'reviewing'] as const).map((mode) => modeView(mode, options.mode, pane))}
      </fieldset>
    </div>
    <div class="label-buttons">
      ${start}
      <span class="muted"
        >${sentence`${html`<kbd>Enter</kbd>`} starts, ${html`<kbd>Esc</kbd>`} leaves. No mouse is needed.`}</span
      >
    </div>
  </div>`;
}
