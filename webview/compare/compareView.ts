import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { BenchmarkComparisonView, ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { PanelAction } from '../../src/protocol/panelState';
import { capitalized, countWords, t } from '../../src/core/text/countWords';
import { formatCost } from '../../src/core/text/formatNumber';
import { changeMark, decisionLooks } from '../charts/outcomeMark';
import { button, iconButton, disclosure, notice, problemNotice, scrollBox, waiting } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { visibleLine, visibleText } from '../text/visibleText';
import { compareNotices, compareSamples, compareTurns, samplesLine } from './compareNotices';
import type { ComparePane } from './comparePane';
import { comparePickers, judgesOfOneRun } from './comparePickers';
import { compareTable } from './compareTable';
import { flipDetailView } from './flipDetailView';
import { flipList } from './flipList';
import { promptDiff } from './promptDiff';

function answerView(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { decision, sentence, stoppedEarly, saved, remaining, canJudgeRest, withoutVerdicts } = view;
  // Colours the answer where there is no decision.
  const undecided = withoutVerdicts === true ? 'simulated' : view.comparable ? 'noEvidence' : 'notComparable';
  const outcome = decision === undefined ? undecided : decisionLooks[decision.kind];
  const start = decision === undefined ? '' : `${decision.title}: `;
  const reason = sentence.startsWith(start) ? sentence.slice(start.length) : sentence;
  const usd = saved?.usd === undefined ? '' : ` (${formatCost(saved.usd)})`;
  const runs = { before: view.before.id, after: view.after.id };
  const post = (kind: 'runRemaining' | 'judgeRest') => (): void => pane.frame.post({ kind, ...runs });
  const goOn = {
    primary:
      decision === undefined ? withoutVerdicts !== true : decision.kind === 'notSettled' && !decision.needsBaseline,
    tip: runRemainingTip,
  };
  const run = (action: PanelAction) => (): void => pane.frame.post({ kind: 'action', action });
  const buttons = [
    decision?.needsBaseline && button(t`Run the baseline again`, run('runBaselineAgain'), { primary: true }),
    withoutVerdicts && pane.history && button(t`Choose models`, run('chooseModels'), { primary: true }),
    ...keepButtons(view, pane),
    remaining && button(remainingLabel(remaining), post('runRemaining'), goOn),
    canJudgeRest && button(t`Judge the rest`, post('judgeRest'), { tip: judgeRestTip }),
  ].filter(Boolean);
  return html`<section class="compare-answer ${outcome}" id="compare-answer" aria-label=${t`Decision`}>
    ${decision && html`<h2>${changeMark(outcome)}${decision.title}</h2>`}
    <p dir="auto">${decision ? nothing : changeMark(outcome)}${visibleLine(capitalized(reason))}</p>
    ${stoppedEarly && html`<p>${stoppedEarly}${remaining === undefined ? nothing : t` Finish the run for the size.`}</p>`}
    ${saved && html`<p class="muted">${t`Saved ${countWords(saved.calls, 'call', 'calls')}${usd}: only what decides was judged.`}</p>`}
    ${buttons.length === 0 ? nothing : html`<p class="answer-actions">${buttons}</p>`}
  </section>`;
}

/** For two texts of the panel's own prompt. What the decision speaks for stands out. */
function keepButtons(view: ComparisonView, pane: ComparePane): readonly TemplateResult[] {
  const { before, after, samePrompt, decision } = view;
  const revisions = pane.history?.revisions ?? [];
  const [earlier, later] = [before, after].map((run) => revisions.find(({ revision }) => revision === run.revision));
  if (samePrompt || earlier === undefined || later === undefined) return [];
  const keep = (): void => pane.frame.post({ kind: 'pinRevision', revision: after.revision });
  const restore = (): void => pane.frame.post({ kind: 'restoreRevision', revision: before.revision });
  return [
    ...(later.pinned ? [] : [button(t`Keep`, keep, { primary: decision?.kind === 'adopt', tip: keepTip })]),
    button(t`Restore`, restore, { primary: decision?.kind === 'reject', tip: restoreTip }),
  ];
}

const keepTip = t`Makes the new text the baseline that later edits are compared with`;
const restoreTip = t`Puts the earlier text back into the file, as one step that undo takes back`;

function remainingLabel({ samples, calls }: NonNullable<ComparisonView['remaining']>): string {
  const cost = calls === 0 ? '' : ` (${countWords(calls, 'call', 'calls')})`;
  return t`Run the remaining ${countWords(samples, 'sample', 'samples')}${cost}`;
}

const runRemainingTip = t`Runs what either run has left of its sample files, in the planned order, and compares them again. After a limit, the later run ends as soon as a planned look settles it. What was run stays.`;
const judgeRestTip = t`Has the stored replies judged on the metrics that are neither targets nor guards. The tutor is not called.`;

function shownView(view: ComparisonView, pane: ComparePane): TemplateResult {
  const isEmpty = view.benchmarks.every(({ both }) => both === 0);
  const emptyNote = html`<p class="compare-empty">
    ${t`The runs share no samples. Evaluate one of the revisions again with the samples of the other.`}
  </p>`;
  const decidingTable = (benchmark: BenchmarkComparisonView): TemplateResult =>
    html`<section class="compared-benchmark" aria-labelledby="compare-${benchmark.id}">
      <div class="benchmark-head">
        <h2 id="compare-${benchmark.id}">${visibleLine(benchmark.title)}</h2>
        <span class="muted">${samplesLine(benchmark)}</span>
      </div>
      ${benchmark.both === 0 ? nothing : compareTable({ pane, benchmark, isDeciding: true })}
    </section>`;
  const method = html`${view.judgeDoubts && html`<p class="judge-doubts">${visibleLine(view.judgeDoubts)}</p>`}
    <p class="muted method">${visibleLine(view.method)}</p>`;
  return html`${answerView(view, pane)} ${compareNotices(view, pane)} ${isEmpty ? emptyNote : nothing}
  ${promptDiff(view, pane)} ${repeat(view.benchmarks, ({ id }) => id, decidingTable)}
  ${view.benchmarks.map((benchmark) => restView(benchmark, pane))} ${isEmpty ? nothing : [method, flipList(view, pane)]}`;
}

/** What decides nothing stays folded until the reader wants it. */
function restView(benchmark: BenchmarkComparisonView, pane: ComparePane): unknown {
  const { id, title, groups, both } = benchmark;
  const count = groups.flatMap(({ role, rows }) => (role === 'exploratory' ? rows : [])).length;
  const key = `compare/${id}/rest`;
  const drawn = (): TemplateResult =>
    html`${count === 0 || both === 0 ? nothing : compareTable({ pane, benchmark, isDeciding: false })}
    ${compareTurns(benchmark)} ${compareSamples(benchmark)}`;
  const options = { className: 'compared-rest', open: pane.frame.isToggled(key) };
  return disclosure(t`More on ${visibleLine(title)}`, drawn, options, () => pane.frame.toggle(key));
}

function emptyView(pane: ComparePane): TemplateResult {
  const { history, frame } = pane;
  if (history === undefined) return html`<p class="muted first-wait">${t`Reading the runs of this prompt…`}</p>`;
  if (history.problem !== undefined && history.runs.length === 0) return problemNotice(history.problem);
  const none = history.runs.length === 0;
  const twoJudges = judgesOfOneRun(history);
  const evaluate = (): void => frame.post({ kind: 'action', action: 'evaluate' });
  const text = none
    ? t`Every evaluation of this prompt is kept. After two, this view shows how much each score differs and which replies show it.`
    : t`Change a rule and evaluate again: this view then shows how much each score differs and which replies show it.`;
  return waiting(
    none ? t`No run yet: evaluate this prompt` : t`One run so far`,
    [text],
    [
      button(t`Evaluate`, evaluate, { primary: true }),
      ...(twoJudges ? [button(t`Compare two of its judges`, () => pane.choose(twoJudges))] : []),
    ],
  );
}

function newerLine(pane: ComparePane): unknown {
  if (!pane.hasNewerRun) return nothing;
  const compareIt = button(t`Compare it`, () => pane.choose(undefined));
  return html`<div class="notice info newer-run" role="status">
    ${notice('info', t`A newer run exists.`, [compareIt])}
    ${iconButton('close', t`Dismiss: ${t`A newer run exists.`}`, () => pane.dismissNewer())}
  </div>`;
}

function failedView(problem: string, pane: ComparePane): TemplateResult {
  const { previousPair, frame } = pane;
  const buttons = [
    ...(previousPair === undefined ? [] : [button(t`Back to the last comparison`, () => pane.choose(previousPair))]),
    button(t`Try again`, () => pane.retry()),
    button(t`Open log`, () => frame.post({ kind: 'action', action: 'openLog' })),
  ];
  return html`<div class="notice error compare-failed">
    ${notice('error', html`<span dir="auto">${visibleText(problem)}</span>`, buttons)}
  </div>`;
}

function content(pane: ComparePane): TemplateResult {
  const { state } = pane;
  switch (state.kind) {
    case 'none':
      return (pane.history?.runs.length ?? 0) < 2
        ? emptyView(pane)
        : html`<p class="muted first-wait">${t`Choose two runs to compare.`}</p>`;
    case 'loading':
      return html`<p class="compare-wait"><vscode-progress-ring></vscode-progress-ring> ${t`Comparing…`}</p>`;
    case 'failed':
      return failedView(state.problem, pane);
    case 'shown':
      return shownView(state.view, pane);
  }
}

export function compareView(pane: ComparePane, panel: PanelActions): TemplateResult {
  const { state, opened, history } = pane;
  if (state.kind === 'shown' && opened !== undefined) return flipDetailView(opened, state.view, pane, panel);
  const hasRuns = (history?.runs.length ?? 0) > 1 || state.kind !== 'none';
  const drawn = html`${hasRuns ? comparePickers(pane) : nothing} ${newerLine(pane)} ${content(pane)}`;
  return scrollBox('compare', drawn, state.kind === 'shown');
}
