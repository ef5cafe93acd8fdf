import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ComparisonView, ComparisonWord } from '../../src/core/report/comparisonViewModel';
import { comparisonMark } from '../charts/comparisonMark';
import { icon } from '../charts/icons';
import type { PanelActions } from '../panelActions';
import { visibleLine, visibleText } from '../text/visibleText';
import { compareNoise } from './compareNoise';
import { compareNotices, compareSamples, samplesLine } from './compareNotices';
import type { ComparePane } from './comparePane';
import { comparePickers, judgesOfOneRun } from './comparePickers';
import { compareTable, isCalled } from './compareTable';
import { compareTurns } from './compareTurns';
import { flipDetailView } from './flipDetailView';
import { flipList } from './flipList';
import { promptDiff } from './promptDiff';

/** What got worse must not be missed, so it colours the answer first. */
function answerWord({ benchmarks, comparable }: ComparisonView): ComparisonWord {
  const words = new Set(benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ word }) => word))));
  const first = (['worse', 'better', 'changed', 'simulated'] as const).find((word) => words.has(word));
  return first ?? (comparable ? 'noEvidence' : 'notComparable');
}

function calledSwitch(view: ComparisonView, pane: ComparePane): unknown {
  const rows = view.benchmarks.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const called = rows.filter(isCalled).length;
  const change = (event: Event): void => pane.change({ onlyCalled: (event.target as HTMLInputElement).checked });
  return html`<label class="check">
    <input type="checkbox" id="only-called" .checked=${pane.view.onlyCalled} @change=${change} />
    Only what is called (${called} of ${rows.length})
  </label>`;
}

function shownView(
  view: ComparisonView,
  pane: ComparePane,
  folded: readonly string[],
  panel: PanelActions,
): TemplateResult {
  // Where nothing can be called, the reader's choice for other comparisons would hide everything.
  const mayBeCalled = view.withoutVerdicts !== true;
  const place = { pane, panel, view, folded, onlyCalled: mayBeCalled && pane.view.onlyCalled };
  const word = answerWord(view);
  const isEmpty = view.benchmarks.length === 0 || view.benchmarks.every(({ both }) => both === 0);
  return html`<p class="compare-answer ${word}" id="compare-answer" dir="auto">
      ${comparisonMark(word)}<span>${visibleLine(view.sentence)}</span>
    </p>
    ${compareNotices(view, pane)}
    ${
      isEmpty
        ? html`<p class="compare-empty">
            The two runs have no sample in common, so there is nothing to set against each other. Evaluate one of the
            revisions again with the samples of the other.
          </p>`
        : mayBeCalled
          ? calledSwitch(view, pane)
          : nothing
    }
    ${repeat(
      view.benchmarks,
      ({ id }) => id,
      (benchmark) =>
        html`<section class="compared-benchmark" aria-labelledby="compare-${benchmark.id}">
          <div class="benchmark-head">
            <h2 id="compare-${benchmark.id}">${visibleLine(benchmark.title)}</h2>
            <span class="muted">${samplesLine(benchmark)}</span>
          </div>
          ${benchmark.both === 0 ? nothing : compareTable(benchmark, place)} ${compareTurns(benchmark)}
          ${compareSamples(benchmark)}
        </section>`,
    )}
    ${
      isEmpty
        ? nothing
        : html`${
              view.judgeDoubts === undefined
                ? nothing
                : html`<p class="judge-doubts">${visibleLine(view.judgeDoubts)}</p>`
            }
            <p class="muted method">${visibleLine(view.method)}</p>
            ${compareNoise(view, pane)} ${flipList(view, pane)}`
    }
    ${promptDiff(view, pane)}`;
}

function emptyView(pane: ComparePane): TemplateResult {
  const { history } = pane;
  if (history === undefined) return html`<p class="muted first-wait">Reading the runs of this prompt…</p>`;
  if (history.problem !== undefined && history.runs.length === 0)
    return html`<p class="notice error">
      ${icon('error')}<span class="notice-text"
        ><span class="sr-only">Error: </span><span dir="auto">${visibleText(history.problem)}</span></span
      >
    </p>`;
  const none = history.runs.length === 0;
  const twoJudges = judgesOfOneRun(history);
  return html`<div class="waiting">
    <h2>${none ? 'No run yet: evaluate this prompt' : 'One run so far'}</h2>
    <p>
      ${
        none
          ? 'Every evaluation of this prompt is kept. After two of them, this view says by how much each score differs, and which replies show it.'
          : 'Change a rule and evaluate again: this view then says by how much each score differs, and which replies show it.'
      }
    </p>
    <p class="waiting-actions">
      <vscode-button appearance="primary" @click=${() => pane.send({ kind: 'action', action: 'evaluate' })}
        >Evaluate</vscode-button
      >
      ${
        twoJudges === undefined
          ? nothing
          : html`<vscode-button appearance="secondary" @click=${() => pane.choose(twoJudges)}
              >Compare two of its judges</vscode-button
            >`
      }
    </p>
  </div>`;
}

function newerLine(pane: ComparePane): unknown {
  if (!pane.isOutrun) return nothing;
  return html`<div class="notice info newer-run" role="status">
    ${icon('info')}<span class="notice-text">A newer run exists.</span>
    <span class="notice-buttons"
      ><vscode-button appearance="secondary" @click=${() => pane.choose(undefined)}>Compare it</vscode-button></span
    >
  </div>`;
}

function content(pane: ComparePane, folded: readonly string[], panel: PanelActions): TemplateResult {
  const { state, wayBack } = pane;
  switch (state.kind) {
    case 'none':
      return (pane.history?.runs.length ?? 0) < 2
        ? emptyView(pane)
        : html`<p class="muted first-wait">Choose two runs to compare.</p>`;
    case 'loading':
      return html`<p class="compare-wait"><vscode-progress-ring></vscode-progress-ring> <span>Comparing…</span></p>`;
    case 'failed':
      return html`<div class="notice error compare-failed">
        ${icon('error')}<span class="notice-text"
          ><span class="sr-only">Error: </span><span dir="auto">${visibleText(state.problem)}</span></span
        >
        <span class="notice-buttons"
          >${
            wayBack === undefined
              ? nothing
              : html`<vscode-button appearance="secondary" @click=${() => pane.choose(wayBack)}
                  >Back to the last comparison</vscode-button
                >`
          }
          <vscode-button appearance="secondary" @click=${() => pane.retry()}>Try again</vscode-button>
          <vscode-button appearance="secondary" @click=${() => pane.send({ kind: 'action', action: 'openLog' })}
            >Open log</vscode-button
          ></span
        >
      </div>`;
    case 'shown':
      return shownView(state.view, pane, folded, panel);
  }
}

export function compareView(pane: ComparePane, folded: readonly string[], panel: PanelActions): TemplateResult {
  const { state, opened, history } = pane;
  if (state.kind === 'shown' && opened !== undefined) return flipDetailView(opened, state.view, pane, panel);
  const hasRuns = (history?.runs.length ?? 0) > 1 || state.kind !== 'none';
  return html`<div
    class="compare"
    id="compare"
    @scroll=${(event: Event) => pane.remember({ scroll: (event.currentTarget as HTMLElement).scrollTop })}
  >
    <div class="compare-content">
      ${hasRuns ? comparePickers(pane) : nothing} ${newerLine(pane)} ${content(pane, folded, panel)}
    </div>
  </div>`;
}
