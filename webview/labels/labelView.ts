import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type {
  LabelDimension,
  LabelOffer,
  LabelOptions,
  LabelPositionView,
  LabelSetup,
  LabelStatistic,
  LabelWork,
} from '../../src/core/labels/labellingView';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { formatNumber } from '../../src/core/text/formatNumber';
import { button, columnHeads, cssVariables, disclosure, iconButton, link, picker } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { sentence, visibleLine } from '../text/visibleText';
import { factList } from '../views/caseBody';
import { dialogueView } from '../views/dialogue';
import type { LabelPane } from './labelPane';
import { labelRows } from './labelRows';

function workHead({ mode, by, progress }: LabelWork): TemplateResult {
  const { done, skipped, total } = progress;
  const aside = skipped === 0 ? '' : t`, ${wholeNumber(skipped)} set aside`;
  const share = total === 0 ? 0 : Math.round((100 * done) / total);
  return html`<span class="label-mode ${mode} has-tip" tabindex="0" data-tip=${modes[mode].means}>${t(mode)}</span>
    <span class="muted">${t`by`} <bdi>${visibleLine(by)}</bdi></span>
    <span class="label-count">
      <span class="label-track" aria-hidden="true"
        ><span ${cssVariables({ '--share': `${String(share)}%` })}></span
      ></span>
      <span class="number">${t`${wholeNumber(done)} of ${wholeNumber(total)} done${aside}`}</span>
    </span>`;
}

/** Label mode fills the page, so that nothing names the judge or the tutor. `undefined` while it is closed. */
export function labelView(pane: LabelPane, panel: PanelActions): TemplateResult | undefined {
  const { view } = pane;
  if (view === undefined) return undefined;
  const work = view.kind === 'work' ? view : undefined;
  return html`<main
    class="labelling"
    aria-labelledby="label-heading"
    @keydown=${(event: KeyboardEvent) => pane.onKey(event)}
  >
    <header class="label-head">
      <h1 id="label-heading">${sentence`Label replies${work && `: ${visibleLine(work.benchmark.title)}`}`}</h1>
      ${work && workHead(work)}
      <span class="label-head-buttons">
        ${
          work && [
            link(t`Choices…`, () => pane.frame.post({ kind: 'openLabelling' })),
            link(t`Check the judge…`, () => pane.frame.post({ kind: 'checkByLabels' })),
            link(t`Export…`, () => pane.frame.post({ kind: 'exportLabels' })),
          ]
        }
        ${iconButton('close', t`End label mode`, () => pane.frame.post({ kind: 'endLabelling' }), { tip: t`End label mode (Esc)` })}
      </span>
    </header>
    ${view.kind === 'setup' ? labelSetup(view, pane) : workView(view, pane, panel)}
    <div class="sr-only" role="status">${pane.said}</div>
  </main>`;
}

function dialogue(position: LabelPositionView, actions: PanelActions): TemplateResult {
  const { id, title, turns, replies, turn, facts } = position;
  return html`<div
    class="label-dialogue"
    id="label-dialogue"
    tabindex="0"
    role="region"
    aria-labelledby="label-dialogue-heading"
  >
    <h2 id="label-dialogue-heading" dir="auto">${visibleLine(title)}</h2>
    ${keyed(id, dialogueView({ turns, member: 'label', replies, openTurn: turn, actions }))}
    ${facts.length === 0 ? nothing : disclosure(t`Other facts that the judge may know`, () => factList(facts, 'label-facts'), { open: true })}
  </div>`;
}

function doneView({ progress }: LabelWork, pane: LabelPane): TemplateResult {
  const { done, skipped, total } = progress;
  const isAll = skipped === 0;
  const id = 'label-done';
  const check = button(
    t`Check the judge on these labels…`,
    () => pane.frame.post({ kind: 'checkByLabels' }),
    isAll ? { id, primary: true } : {},
  );
  const goBack = (): void => pane.move('returnToSkipped');
  const returnToSkipped = button(t`Label what was set aside`, goBack, { id, primary: true });
  return html`<div class="label-over">
    <h2>${isAll ? t`All labelled` : t`Nothing else to label`}</h2>
    <p>
      ${t`${wholeNumber(done)} of ${wholeNumber(total)} are labelled.`}
      ${isAll ? nothing : t`${countWords(skipped, 'is', 'are')} set aside.`}
    </p>
    <div class="label-buttons">
      ${isAll ? nothing : returnToSkipped} ${check}
      ${button(t`Export labels…`, () => pane.frame.post({ kind: 'exportLabels' }))}
      ${button(t`End`, () => pane.frame.post({ kind: 'endLabelling' }))}
    </div>
  </div>`;
}

function workView(work: LabelWork, pane: LabelPane, actions: PanelActions): TemplateResult {
  const { position, problem } = work;
  return html`${
      problem &&
      html`<p class="problem label-problem" role="alert">${t`The last label was not kept. ${visibleLine(problem)}`}</p>`
    }
    ${
      position === undefined
        ? html`<div class="label-end">${doneView(work, pane)} ${labelProgress(work)}</div>`
        : html`<div class="label-work">
            ${dialogue(position, actions)}
            <div class="label-side">${labelRows(position.rows, work, pane)} ${labelProgress(work)}</div>
          </div>`
    }
    <ul class="label-keys" id="label-keys" aria-label=${t`Keys`}>
      ${keys.map(([key, means]) => html`<li><kbd>${key}</kbd> ${means}</li>`)}
    </ul>`;
}

const keys: readonly (readonly [key: string, means: string])[] = [
  ['1–9, 0', t`choose the label`],
  ['↑ ↓', t`row`],
  [t`Enter, →`, t`next`],
  ['←', t`back`],
  ['u', t`undo`],
  ['s', t`set aside`],
  ['r', t`reason`],
  [t`PgUp, PgDn`, t`scroll the dialogue`],
  ['c', t`check the judge`],
  [t`Esc`, t`end`],
];

function statisticCells(statistic: LabelStatistic | undefined): TemplateResult {
  if (statistic?.kind !== 'shown') {
    const words = statistic === undefined ? t`no judge` : t`after ${countWords(statistic.needed, 'label', 'labels')}`;
    return html`<td colspan="2" class="muted">${words}</td>`;
  }
  const { agreement, kappa, failed, n } = statistic;
  const agrees = agreement === undefined ? 'n/a' : formatNumber(100 * agreement, 'percent');
  const missing = failed === 0 ? '' : `, ${countWords(failed, 'failure', 'failures')}`;
  return html`<td>${t`${agrees}, kappa ${kappa === undefined ? 'n/a' : formatNumber(kappa, 'level')}${missing}`}</td>
    <td class="number">${n}</td>`;
}

function dimensionRows({ title, labelled, total, statistics }: LabelDimension, several: boolean): unknown {
  const shown = statistics.length === 0 ? [undefined] : statistics;
  const head = html`<th scope="row" rowspan=${shown.length} dir="auto">${visibleLine(title)}</th>
    <td class="number" rowspan=${shown.length}>${t`${wholeNumber(labelled)} of ${wholeNumber(total)}`}</td>`;
  return shown.map(
    (statistic, index) =>
      html`<tr>
        ${index > 0 ? nothing : head}
        ${several ? html`<td dir="auto">${visibleLine(statistic?.judge ?? '')}</td>` : nothing}
        ${statisticCells(statistic)}
      </tr>`,
  );
}

const statisticNotes = {
  blind: t`In blind mode, a statistic appears after 20 labels of a dimension and is updated after 10 on something new. A statistic that moved with each label or change would reveal the judge’s verdict on that reply.`,
  reviewing: t`You saw the verdict before you gave some of these labels. They show how far you follow the judge, and do not check it.`,
} as const;

function labelProgress({ dimensions, mode }: LabelWork): TemplateResult {
  const several = dimensions.some(({ statistics }) => statistics.length > 1);
  return html`<section class="label-progress" aria-labelledby="label-progress-heading">
    <h2 id="label-progress-heading">${t`Progress and agreement with the judge`}</h2>
    <table>
      ${columnHeads([t`Dimension`, t`Labelled`, ...(several ? [t`Judge`] : []), t`Agreement`, 'n'])}
      <tbody>
        ${dimensions.map((dimension) => dimensionRows(dimension, several))}
      </tbody>
    </table>
    <p class="muted">${statisticNotes[mode]}</p>
  </section>`;
}

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

function offerWords({ replies, dimensions, labelled }: LabelOffer): string {
  const total = dimensions.reduce((sum, dimension) => sum + dimension.total, 0);
  const all = t`${countWords(replies, 'reply', 'replies')}, ${countWords(total, 'label', 'labels')} to give`;
  if (labelled === 0) return `${all}.`;
  return t`${all}; you have given ${wholeNumber(labelled)}. You continue where you stopped.`;
}

function nameLine({ by }: LabelSetup, pane: LabelPane): TemplateResult {
  const words =
    by === undefined
      ? html`<span class="muted">${t`Labelling as: not set.`}</span>`
      : html`<span>${t`Labelling as:`} <bdi class="strong">${visibleLine(by)}</bdi>.</span>`;
  const ask = link(by === undefined ? t`Set name…` : t`Change…`, () => pane.frame.post({ kind: 'nameLabeller' }));
  return html`<p class="label-name">${words} ${ask}</p>`;
}

function labelSetup(setup: LabelSetup, pane: LabelPane): TemplateResult {
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
      ${offers.length > 1 ? picker('label-picker', t`Benchmark`, options.benchmark, benchmarks, chooseBenchmark, { id: 'label-benchmark' }) : nothing}
      ${picker('label-picker', t`Dimensions`, options.dimension, dimensions, (dimension) => pane.choose({ dimension }), { id: 'label-dimension' })}
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
