import { html, nothing, type TemplateResult } from 'lit-html';
import type { BaselineChanges } from '../../src/core/report/comparisonViewModel';
import { foremost } from '../../src/core/report/headline';
import type { BenchmarkPicture, BenchmarkReport, ReportedMetric } from '../../src/core/results/reportModel';
import { countWords, t, verbFor } from '../../src/core/text/countWords';
import { formatNumber } from '../../src/core/text/formatNumber';
import { isFailing } from '../cases/caseFilter';
import { icon } from '../charts/icons';
import { barsRow, levelsPicture, metricBarsPicture, preferencesPicture } from '../charts/barPictures';
import type { PictureProps } from '../charts/figure';
import { intervalBar } from '../charts/intervalBar';
import { changeMark } from '../charts/outcomeMark';
import { turnMapPicture } from '../charts/turnMapPicture';
import { link, plainButton } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import { sentence, visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { judgesAgreementView } from './judgesAgreement';
import { metricTable } from './metricTable';

/** How many cases fail. Cases without a usable verdict are in neither count. */
function answer(report: BenchmarkReport, running: boolean, actions: ReportActions): unknown {
  const asked = report.cases.filter((summary) => summary.chips.length > 0);
  if (asked.length === 0) return nothing;
  const judged = asked.filter(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored'));
  const unread = countWords(asked.length - judged.length, 'case', 'cases');
  if (judged.length === 0) return html`<p class="answer">${t`No verdict could be used: ${unread} unscored.`}</p>`;
  const failing = judged.filter(isFailing).length;
  const of = running
    ? t`${countWords(judged.length, 'case', 'cases')} judged so far`
    : countWords(judged.length, 'judged case', 'judged cases');
  const partly = judged.filter(({ chips }) => chips.some(({ outcome }) => outcome === 'unscored')).length;
  const missing = [
    ...(asked.length === judged.length ? [] : [t`${unread} without any usable verdict`]),
    ...(partly === 0 ? [] : [t`${countWords(partly, 'case', 'cases')} without some verdicts`]),
  ];
  const but = missing.length === 0 ? nothing : html` ${t`Unscored: ${missing.join(', ')}.`}`;
  if (failing === 0) return html`<p class="answer">${sentence`None of ${of} has a failing verdict.${but}`}</p>`;
  const show = (): void => actions.showCases({ benchmark: report.id, outcome: 'failing' });
  return html`<p class="answer">
    ${link(t`${String(failing)} of ${of}`, show, { className: 'strong' })}
    ${sentence`${verbFor(failing, 'has', 'have')} a failing verdict.${but}`}
  </p>`;
}

/** Quotations that are not in the reply. Stands near the scores, because such verdicts count there. */
function quotations({ quotations: counts = [] }: BenchmarkReport): unknown {
  return counts.map(
    ({ judge, notFound, of }) =>
      html`<p class="muted">
        <bdi>${visibleLine(judge)}</bdi
        >${t`: ${notFound} of ${countWords(of, 'quotation', 'quotations')} not found in the reply.`}
      </p>`,
  );
}

function scope(report: BenchmarkReport, running: boolean): string {
  const plays = report.planned === report.samples ? '' : `, ${countWords(report.planned, 'dialogue', 'dialogues')}`;
  const soFar = running ? t` so far` : '';
  const done = report.completed < report.planned ? t`, ${String(report.completed)} complete${soFar}` : '';
  return `${countWords(report.samples, 'sample', 'samples')}${plays}${done}`;
}

function valueWords({ value, unit, hits, n }: ReportedMetric): string {
  if (value === undefined) return '';
  return `${hits === undefined ? `${formatNumber(value, unit)}, n` : t`${String(hits)} of`} ${String(n)}`;
}

/** How many of its tested metrics got better and worse. If none did, the outcome that they share. */
function changeView({ id }: BenchmarkReport, changes: BaselineChanges | undefined): unknown {
  const own = changes?.metrics.filter(({ benchmark, outcome }) => benchmark === id && outcome !== 'exploratory') ?? [];
  const words = { better: t`better`, worse: t`worse` };
  const moved = (['better', 'worse'] as const).flatMap((outcome) => {
    const count = own.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : html`<span class="strong">${changeMark(outcome)}${count} ${words[outcome]}</span> `;
  });
  if (moved.length > 0 || own.every(({ outcome }) => outcome === 'simulated')) return moved;
  const shared = new Set(own.map(({ outcomeText }) => outcomeText));
  return [...shared].length === 1 && own[0]?.outcome !== 'noEvidence' ? [...shared] : t`no clear difference`;
}

export interface BenchmarkProps {
  readonly running: boolean;
  /** One of several benchmarks: only its first group of metrics is unfolded. */
  readonly several: boolean;
  readonly canAsk: boolean;
  readonly changes: BaselineChanges | undefined;
}

/** A benchmark in one line, by its foremost metric; a click unfolds the rest. */
export function benchmarkView(
  report: BenchmarkReport,
  props: BenchmarkProps,
  view: ViewState,
  actions: ReportActions,
  { mark, more }: { readonly mark?: unknown; readonly more?: () => unknown } = {},
): TemplateResult {
  const { id, title } = report;
  const isOpen = view.toggled.includes(id);
  const metric = foremost(report)?.metric;
  const words = html`${icon(isOpen ? 'down' : 'right')}
    <span class="benchmark-name"
      ><span class="strong" id="benchmark-${id}">${visibleLine(title)}</span>
      <span class="muted" dir="auto">${metric && visibleLine(metric.title)}</span></span
    >
    <span class="benchmark-bar">${metric && intervalBar(metric)}</span>
    <span class="benchmark-value number">${metric ? valueWords(metric) : t`nothing judged yet`}</span>
    <span class="benchmark-change">${changeView(report, props.changes)}</span>`;
  return html`<section class="benchmark" aria-labelledby="benchmark-${id}">
    <h3>
      ${plainButton('benchmark-line', words, () => actions.toggle(id), { id: `heading-${id}`, expanded: isOpen })}
    </h3>
    ${isOpen ? html`<div class="benchmark-body">${mark} ${bodyView(report, props, view, actions)}</div>` : nothing}
    ${isOpen ? more?.() : nothing}
  </section>`;
}

function bodyView(
  report: BenchmarkReport,
  { running, several, canAsk, changes }: BenchmarkProps,
  view: ViewState,
  actions: ReportActions,
): TemplateResult {
  const named = new Set(report.blocks.map((block) => block.judge)).size > 1;
  return html`<p class="muted">${t(report.question)} ${scope(report, running)}.</p>
    ${answer(report, running, actions)} ${quotations(report)}
    ${
      report.blocks.length === 0
        ? html`<p class="answer">${t`No scores.`} ${link(t`Read the replies`, () => actions.showTab('cases'))}</p>`
        : metricTable(report, view, several, changes, actions)
    }
    ${judgesAgreementView(report, actions)} ${failureTagsView(report, canAsk, actions)}
    ${report.pictures.map((picture, index) =>
      pictureView(picture, { key: `${report.id}-picture-${String(index)}`, report, named, view, actions }),
    )}`;
}

function pictureView(picture: BenchmarkPicture, props: PictureProps): TemplateResult {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsPicture(picture, props);
    case 'turnMap':
      return turnMapPicture(picture, props);
    case 'preferences':
      return preferencesPicture(picture, props);
    case 'metricBars':
      return metricBarsPicture(picture, props);
  }
}

type Counts = NonNullable<BenchmarkReport['failureTags']>;

/** A bar for each failure tag, or the offer to ask a judge for tags. `canAsk`: a judge may be asked now. */
function failureTagsView(
  { id, failureTags }: BenchmarkReport,
  canAsk: boolean,
  actions: ReportActions,
): TemplateResult | typeof nothing {
  if (failureTags === undefined || (failureTags.judge === undefined && !canAsk)) return nothing;
  const { failing, failingMeans, tagged = 0, unscored = 0 } = failureTags;
  const waiting = failing - tagged - unscored;
  const replies = `${countWords(failing, 'reply', 'replies')} ${t(failingMeans)}`;
  const rows = rowsOf(failureTags);
  const ask = failureTags.judge === undefined ? t`Ask how they failed…` : t`Ask about the rest…`;
  const most = Math.max(...rows.map(({ count }) => count));
  const said =
    failureTags.judge === undefined
      ? html`${t`${replies}: a judge can read each of them once and say how it fails. Scores do not change.`}`
      : html`${t`Tagged: ${tagged} of ${replies}, by`}
          <bdi>${visibleLine(failureTags.judge)}</bdi>${t`. A reply may have several tags. Tags change no score.`}
          ${unscored === 0 ? nothing : t`${countWords(unscored, 'answer', 'answers')} missing or unreadable.`}
          ${waiting === 0 ? nothing : t`Not asked yet: ${String(waiting)}.`}`;
  return html`<figure class="picture failure-tags" aria-labelledby="failure-tags-${id}">
    <figcaption>
      <strong id="failure-tags-${id}">${t`How failing replies fail`}</strong>
      <span class="muted">${said}</span>
    </figcaption>
    <div class="bars">${rows.map((row) => tagRow(row, id, { most, tagged }, actions))}</div>
    ${canAsk && waiting > 0 ? link(ask, () => actions.post?.({ kind: 'tagFailures' }), { className: 'tag-ask' }) : nothing}
  </figure>`;
}

type Row = Omit<NonNullable<Counts['tags']>[number], 'id'> & { readonly filters: boolean };

/** Most frequent first. Unused tags are left out. */
function rowsOf({ tags = [], none = 0 }: Counts): readonly Row[] {
  const rest = { title: t`None of the tags`, sign: t`failing replies that no tag fits`, count: none, filters: false };
  const sorted = tags.map((tag) => ({ ...tag, filters: true })).sort((one, other) => other.count - one.count);
  return [...sorted, rest].filter(({ count }) => count > 0);
}

function tagRow(
  { title, sign, count, filters }: Row,
  benchmark: string,
  { most, tagged }: { readonly most: number; readonly tagged: number },
  actions: ReportActions,
): TemplateResult {
  const share = tagged === 0 ? '' : ` · ${String(Math.round((100 * count) / tagged))}%`;
  const show = (): void => actions.showCases({ benchmark, tag: title });
  return barsRow(
    filters ? link(t(title), show, { tip: t(sign) }) : html`<span data-tip=${sign}>${title}</span>`,
    html`<svg class="levels-bar" aria-hidden="true" height="18" width="100%">
      <rect class="level level-2" width=${`${String((100 * count) / most)}%`} height="18"></rect>
    </svg>`,
    `${String(count)}${share}`,
  );
}
