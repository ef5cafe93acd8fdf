import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { BenchmarkPicture, BenchmarkReport } from '../../src/core/results/reportModel';
import type { PanelState } from '../../src/protocol/panelState';
import { countWords } from '../../src/core/text/countWords';
import { formatNumber } from '../../src/core/text/formatNumber';
import { isFailing } from '../cases/caseFilter';
import { describeInterval } from '../charts/intervalBar';
import { comparisonMark, decisionLooks } from '../charts/outcomeMark';
import { metricBarsPicture } from '../charts/metricBarsPicture';
import type { PicturePosition } from '../charts/pictureCaption';
import { levelsPicture, preferencesPicture } from '../charts/stackedBars';
import { turnMapPicture } from '../charts/turnMapPicture';
import { button, jumpTo, link } from '../dom/elements';
import type { PanelActions, ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { failureTagsView } from './failureTags';
import { judgesAgreementView } from './judgesAgreement';
import { metricTable } from './metricTable';

function mostFailed(report: BenchmarkReport): { readonly title: string; readonly cases: number } | undefined {
  const counts = new Map<string, number>();
  for (const summary of report.cases) {
    const failed = summary.chips.filter((chip) => chip.outcome === 'undesired');
    for (const title of new Set(failed.map((chip) => chip.judgeTitle))) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  const [worst] = [...counts].sort((a, b) => b[1] - a[1]);
  return worst && { title: worst[0], cases: worst[1] };
}

/** How many cases fail, and on which judge most of them do. Cases without a usable verdict are in neither count. */
function answer(report: BenchmarkReport, running: boolean, actions: ReportActions): unknown {
  const asked = report.cases.filter((summary) => summary.chips.length > 0);
  if (asked.length === 0) return nothing;
  const judged = asked.filter(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored'));
  const unread = countWords(asked.length - judged.length, 'case', 'cases');
  if (judged.length === 0) return html`<p class="answer">No verdict could be used: ${unread} unscored.</p>`;
  const failing = judged.filter(isFailing).length;
  const of = running
    ? `${countWords(judged.length, 'case', 'cases')} judged so far`
    : countWords(judged.length, 'judged case', 'judged cases');
  const partly = judged.filter(({ chips }) => chips.some(({ outcome }) => outcome === 'unscored')).length;
  const missing = [
    ...(asked.length === judged.length ? [] : [`${unread} without any usable verdict`]),
    ...(partly === 0 ? [] : [`${countWords(partly, 'case', 'cases')} without some verdicts`]),
  ];
  const but = missing.length === 0 ? nothing : html` Unscored: ${missing.join(', ')}.`;
  if (failing === 0) return html`<p class="answer">None of ${of} has a failing verdict.${but}</p>`;
  const worst = mostFailed(report);
  const show = (): void => actions.showCases({ benchmark: report.id, outcome: 'failing' });
  return html`<p class="answer">
    ${link(`${String(failing)} of ${of}`, show, { className: 'strong' })} ${failing === 1 ? 'has' : 'have'} a failing
    verdict${
      worst === undefined || failing === 1
        ? '.'
        : html`, most often in <bdi class="strong">${visibleLine(worst.title)}</bdi> (${worst.cases}).`
    }${but}
  </p>`;
}

/** Quotations that are not in the reply. Stands near the scores, because such verdicts count there. */
function quotations({ quotations: counts = [] }: BenchmarkReport): unknown {
  return counts.map(
    ({ judge, notFound, of }) =>
      html`<p class="muted">
        <bdi>${visibleLine(judge)}</bdi>: ${notFound} of ${countWords(of, 'quotation', 'quotations')} not found in the
        reply.
      </p>`,
  );
}

/** What the comparison with the baseline says. */
function decisionView({ changes }: PanelState, actions: PanelActions): unknown {
  if (changes?.decision === undefined) return nothing;
  const { kind, title, sentence } = changes.decision;
  const look = decisionLooks[kind];
  return html`<p class="compare-answer decision ${look}" dir="auto">
    <span>${comparisonMark(look)} <strong>${title}</strong>${visibleLine(sentence.slice(title.length))}</span>
    <span class="muted">Against <bdi>${visibleLine(changes.against)}</bdi>.</span>
    ${link('Compare', () => actions.showTab('compare'))}
  </p>`;
}

function scope(report: BenchmarkReport, running: boolean): string {
  const plays = report.planned === report.samples ? '' : `, ${countWords(report.planned, 'dialogue', 'dialogues')}`;
  const soFar = running ? ' so far' : '';
  const done = report.completed < report.planned ? `, ${String(report.completed)} complete${soFar}` : '';
  return `${countWords(report.samples, 'sample', 'samples')}${plays}${done}`;
}

interface BenchmarkPosition {
  readonly running: boolean;
  /** One of several benchmarks: only its first group of metrics is unfolded. */
  readonly several: boolean;
  readonly canAsk: boolean;
  readonly changes: PanelState['changes'];
  readonly mark?: unknown;
}

export function benchmarkView(
  report: BenchmarkReport,
  { running, several, canAsk, changes, mark = nothing }: BenchmarkPosition,
  view: ViewState,
  actions: ReportActions,
): TemplateResult {
  const named = new Set(report.blocks.map((block) => block.judge)).size > 1;
  return html`<section class="benchmark" aria-labelledby="benchmark-${report.id}">
    <div class="benchmark-head">
      <h2 id="benchmark-${report.id}">
        <span
          tabindex="0"
          id=${headingId(report)}
          class="has-tip"
          aria-describedby="question-${report.id}"
          data-tip=${report.question}
          >${report.title}</span
        >
        ${mark}
      </h2>
      <span class="sr-only" id="question-${report.id}">${report.question}</span>
      <span class="muted">${scope(report, running)}</span>
    </div>
    ${answer(report, running, actions)} ${quotations(report)}
    ${
      report.blocks.length === 0
        ? html`<p class="answer">No scores. ${link('Read the replies', () => actions.showTab('cases'))}</p>`
        : metricTable(report, view, several, changes, actions)
    }
    ${judgesAgreementView(report, actions)} ${failureTagsView(report, canAsk, actions)}
    ${report.pictures.map((picture, index) =>
      pictureView(picture, { key: `${report.id}-picture-${String(index)}`, report, named, view, actions }),
    )}
  </section>`;
}

function pictureView(picture: BenchmarkPicture, position: PicturePosition): TemplateResult {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsPicture(picture, position.named);
    case 'turnMap':
      return turnMapPicture(picture, position);
    case 'preferences':
      return preferencesPicture(picture, position.named);
    case 'metricBars':
      return metricBarsPicture(picture, position);
  }
}

function hasResults(report: BenchmarkReport): boolean {
  return (
    report.completed > 0 ||
    report.verdicts > 0 ||
    report.blocks.some((block) => block.metrics.some((metric) => metric.n > 0))
  );
}

export function overviewView(state: PanelState, view: ViewState, actions: PanelActions): unknown {
  const { report } = state;
  const running = state.phase.kind === 'running' || state.phase.kind === 'cancelling';
  if (!report?.benchmarks.some(hasResults)) return waitingView(state, actions);
  const { benchmarks } = report;
  const several = benchmarks.length > 1;
  const canAsk = state.phase.kind === 'done' && state.trusted && state.example !== true;
  return html`${decisionView(state, actions)} ${contentsView(benchmarks)}
  ${repeat(
    benchmarks,
    (benchmark) => benchmark.id,
    (benchmark) => benchmarkView(benchmark, { running, several, canAsk, changes: state.changes }, view, actions),
  )}`;
}

interface Words {
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
}

function wordsOf(state: PanelState): Words {
  const { benchmarks, tutor, judges } = state.choices;
  const plan = `${benchmarks.join(' and ') || 'the chosen benchmarks'} with ${tutor || 'the chosen tutor model'}`;
  switch (state.phase.kind) {
    case 'starting':
      return { title: 'Getting ready', text: 'Reading the prompt and the samples. Nothing has been sent yet.' };
    case 'running':
      if (state.batches !== undefined) {
        return {
          title: 'Waiting for batches',
          text: 'No reply has arrived yet. Scores appear here after two rounds of batches: first the replies, then the verdicts.',
        };
      }
      return {
        title: 'Waiting for the first reply',
        text: `${plan} is answering. Scores appear here as soon as the first reply is judged.`,
      };
    case 'cancelling':
      return {
        title: 'Cancelling',
        text: 'Calls in progress are being ended. Replies and verdicts that have arrived are kept.',
      };
    case 'blocked':
      return { title: 'Not started', text: 'Nothing was sent. Fix what is listed above, then evaluate again.' };
    case 'done':
      if (state.batches !== undefined) {
        return { title: 'Not collected yet', text: 'The calls of this run are still with the provider. See above.' };
      }
      return {
        title: 'No scores',
        text: 'This run ended before anything could be scored. See the notice above, or the log for details.',
      };
    case 'empty':
      return state.trusted
        ? {
            title: 'Not evaluated yet',
            text: `Evaluate plays ${plan}, and ${judges.join(', ') || 'the chosen judge'} scores each reply.`,
            hint: 'The text in the editor counts, saved or not.',
          }
        : {
            title: 'Not evaluated yet',
            text: 'Evaluating sends the prompt to the models that this workspace names, so the workspace must be trusted first.',
          };
  }
}

function waitingView(state: PanelState, actions: PanelActions): TemplateResult {
  const { title, text, hint } = wordsOf(state);
  const choices = html`<p class="waiting-actions">
    ${button('Choose benchmarks', () => actions.run('chooseBenchmarks'))}
    ${button('Choose models', () => actions.run('chooseModels'))}
    ${button('Open example results', () => actions.run('openExample'))}
  </p>`;
  return html`<section class="waiting">
    <h2>${title}</h2>
    <p dir="auto">${visibleLine(text)}</p>
    ${hint && html`<p class="muted">${hint}</p>`} ${state.phase.kind === 'empty' && state.trusted ? choices : nothing}
  </section>`;
}

function headingId({ id }: BenchmarkReport): string {
  return `heading-${id}`;
}

function entry(report: BenchmarkReport): TemplateResult {
  // Benchmarks have their most important block first.
  const metric = report.blocks[0]?.metrics[0];
  const value = metric?.value === undefined ? 'n/a' : formatNumber(metric.value, metric.unit);
  const tip =
    metric === undefined
      ? 'Nothing judged yet'
      : `${visibleLine(metric.title)}: ${describeInterval(metric)}, n ${String(metric.n)}`;
  return html`<li>
    ${link(visibleLine(report.title), () => jumpTo(headingId(report)), { tip })}
    <span class="contents-value number">${value}</span>
    <span class="muted" dir="auto">${metric === undefined ? 'nothing judged yet' : visibleLine(metric.title)}</span>
  </li>`;
}

/** With fewer benchmarks all of them are in sight without a list. */
const fewestListed = 3;

export function contentsView(reports: readonly BenchmarkReport[]): unknown {
  if (reports.length < fewestListed) return nothing;
  return html`<nav class="contents" aria-label="Benchmarks of this run">
    <ul>
      ${reports.map(entry)}
    </ul>
  </nav>`;
}
