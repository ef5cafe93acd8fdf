import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ComparisonView, ComparisonWord } from '../../src/core/report/comparisonViewModel';
import { comparisonMark } from '../charts/outcomeMark';
import { button, checkbox, notice, scrollBox } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { visibleLine, visibleText } from '../text/visibleText';
import { compareNoise, compareNotices, compareSamples, samplesLine } from './compareNotices';
import type { ComparePane } from './comparePane';
import { comparePickers, judgesOfOneRun } from './comparePickers';
import { compareTable, isSignificant } from './compareTable';
import { compareTurns } from './compareTurns';
import { flipDetailView } from './flipDetailView';
import { flipList } from './flipList';
import { promptDiff } from './promptDiff';

/** The word that colours the answer. `worse` wins over the others because it must not be missed. */
function answerOutcome({ benchmarks, comparable }: ComparisonView): ComparisonWord {
  const words = new Set(benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ word }) => word))));
  const first = (['worse', 'better', 'changed', 'simulated'] as const).find((outcome) => words.has(outcome));
  return first ?? (comparable ? 'noEvidence' : 'notComparable');
}

function significantSwitch({ benchmarks }: ComparisonView, { view, frame }: ComparePane): TemplateResult {
  const rows = benchmarks.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const words = `Only significant metrics (${String(rows.filter(isSignificant).length)} of ${String(rows.length)})`;
  return checkbox('only-called', words, view.onlyCalled, (onlyCalled) => frame.change({ onlyCalled }));
}

function shownView(
  view: ComparisonView,
  pane: ComparePane,
  folded: readonly string[],
  panel: PanelActions,
): TemplateResult {
  // Without verdicts no row is significant, so a filter set for other comparisons would hide every row.
  const hasVerdicts = view.withoutVerdicts !== true;
  const position = { pane, panel, view, folded, onlySignificant: hasVerdicts && pane.view.onlyCalled };
  const outcome = answerOutcome(view);
  const isEmpty = view.benchmarks.every(({ both }) => both === 0);
  const emptyNote = html`<p class="compare-empty">
    The two runs have no sample in common, so there is nothing to compare. Evaluate one of the revisions again with the
    samples of the other.
  </p>`;
  const rest = html`${view.judgeDoubts && html`<p class="judge-doubts">${visibleLine(view.judgeDoubts)}</p>`}
    <p class="muted method">${visibleLine(view.method)}</p>
    ${compareNoise(view, pane)} ${flipList(view, pane)}`;
  return html`<p class="compare-answer ${outcome}" id="compare-answer" dir="auto">
      ${comparisonMark(outcome)}<span>${visibleLine(view.sentence)}</span>
    </p>
    ${compareNotices(view, pane)} ${isEmpty ? emptyNote : hasVerdicts ? significantSwitch(view, pane) : nothing}
    ${repeat(
      view.benchmarks,
      ({ id }) => id,
      (benchmark) =>
        html`<section class="compared-benchmark" aria-labelledby="compare-${benchmark.id}">
          <div class="benchmark-head">
            <h2 id="compare-${benchmark.id}">${visibleLine(benchmark.title)}</h2>
            <span class="muted">${samplesLine(benchmark)}</span>
          </div>
          ${benchmark.both === 0 ? nothing : compareTable({ ...position, benchmark })} ${compareTurns(benchmark)}
          ${compareSamples(benchmark)}
        </section>`,
    )}
    ${isEmpty ? nothing : rest} ${promptDiff(view, pane)}`;
}

function emptyView(pane: ComparePane): TemplateResult {
  const { history, frame } = pane;
  if (history === undefined) return html`<p class="muted first-wait">Reading the runs of this prompt…</p>`;
  if (history.problem !== undefined && history.runs.length === 0)
    return html`<p class="notice error">
      ${notice('error', html`<span dir="auto">${visibleText(history.problem)}</span>`)}
    </p>`;
  const none = history.runs.length === 0;
  const twoJudges = judgesOfOneRun(history);
  const evaluate = (): void => frame.post({ kind: 'action', action: 'evaluate' });
  return html`<div class="waiting">
    <h2>${none ? 'No run yet: evaluate this prompt' : 'One run so far'}</h2>
    <p>
      ${
        none
          ? 'Every evaluation of this prompt is kept. After two, this view shows how much each score differs and which replies show it.'
          : 'Change a rule and evaluate again: this view then shows how much each score differs and which replies show it.'
      }
    </p>
    <p class="waiting-actions">
      ${button('Evaluate', evaluate, { primary: true })}
      ${twoJudges && button('Compare two of its judges', () => pane.choose(twoJudges))}
    </p>
  </div>`;
}

function newerLine(pane: ComparePane): unknown {
  if (!pane.hasNewerRun) return nothing;
  const compareIt = button('Compare it', () => pane.choose(undefined));
  return html`<div class="notice info newer-run" role="status">
    ${notice('info', 'A newer run exists.', [compareIt])}
  </div>`;
}

function failedView(problem: string, pane: ComparePane): TemplateResult {
  const { wayBack, frame } = pane;
  const buttons = [
    ...(wayBack === undefined ? [] : [button('Back to the last comparison', () => pane.choose(wayBack))]),
    button('Try again', () => pane.retry()),
    button('Open log', () => frame.post({ kind: 'action', action: 'openLog' })),
  ];
  return html`<div class="notice error compare-failed">
    ${notice('error', html`<span dir="auto">${visibleText(problem)}</span>`, buttons)}
  </div>`;
}

function content(pane: ComparePane, folded: readonly string[], panel: PanelActions): TemplateResult {
  const { state } = pane;
  switch (state.kind) {
    case 'none':
      return (pane.history?.runs.length ?? 0) < 2
        ? emptyView(pane)
        : html`<p class="muted first-wait">Choose two runs to compare.</p>`;
    case 'loading':
      return html`<p class="compare-wait"><vscode-progress-ring></vscode-progress-ring> <span>Comparing…</span></p>`;
    case 'failed':
      return failedView(state.problem, pane);
    case 'shown':
      return shownView(state.view, pane, folded, panel);
  }
}

export function compareView(pane: ComparePane, folded: readonly string[], panel: PanelActions): TemplateResult {
  const { state, opened, history } = pane;
  if (state.kind === 'shown' && opened !== undefined) return flipDetailView(opened, state.view, pane, panel);
  const hasRuns = (history?.runs.length ?? 0) > 1 || state.kind !== 'none';
  const drawn = html`${hasRuns ? comparePickers(pane) : nothing} ${newerLine(pane)} ${content(pane, folded, panel)}`;
  return scrollBox('compare', drawn, (scroll) => pane.frame.remember({ scroll }));
}
