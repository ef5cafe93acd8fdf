import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { FirstFix } from '../../src/core/results/failureGroups';
import type { BenchmarkReport, RunReport } from '../../src/core/results/reportModel';
import { boundedText } from '../../src/core/text/readableText';
import { capitalized, countWords, t } from '../../src/core/text/countWords';
import type { PanelState } from '../../src/protocol/panelState';
import { isFailing } from '../cases/caseFilter';
import { changeMark, decisionLooks, outcomeMark } from '../charts/outcomeMark';
import { button, link, list, waiting } from '../dom/elements';
import type { PanelActions, ReportActions } from '../panelActions';
import { formatTime } from '../../src/core/text/formatTime';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { benchmarkView } from './benchmark';
import { noticesView } from './notices';
import { hasRulesView, mayAsk } from './rules';

function countOfGroup({ cases, of }: FirstFix): string {
  return t`${String(cases.length)} of ${String(of)}`;
}

/** What changed since the baseline and what is weakest, in a sentence and a line. */
function answerView(
  { changes, phase, fixFirst: [weakest] = [] }: Pick<PanelState, 'changes' | 'phase' | 'fixFirst'>,
  report: RunReport,
  actions: ReportActions,
): TemplateResult {
  const weakWords = weakest && `${visibleLine(t(weakest.failure))}, ${countOfGroup(weakest)}`;
  const { against, at, sentence = '', decision } = changes ?? {};
  const since = against && html`${t`Since`} <bdi>${visibleLine(against)}</bdi>${at && `, ${formatTime(at)}`}`;
  const compare = link(t`Compare`, () => actions.showTab('compare'));
  if (decision !== undefined) {
    const look = decisionLooks[decision.kind];
    return html`<section class="overview-answer decision ${look}" dir="auto">
      <h2>
        ${changeMark(look)}<strong>${decision.title}</strong>${visibleLine(sentence.slice(decision.title.length))}
      </h2>
      <p>${since}. ${weakWords && html`${t`Next weakest: ${weakWords}.`}`} ${compare}</p>
    </section>`;
  }
  const judged = report.benchmarks
    .flatMap(({ cases }) => cases)
    .filter(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored'));
  const failing = judged.filter(isFailing).length;
  const all = t`${String(failing)} of ${countWords(judged.length, 'judged case', 'judged cases')}`;
  const shown = html`${link(all, () => actions.showCases({ outcome: 'failing' }))} ${failing === 1 ? t`fails` : t`fail`}`;
  const isWeak = weakWords !== undefined;
  const soFar = phase.kind === 'running' ? t` so far` : '';
  const weakHeading = html`${t`Weakest${soFar}:`} ${weakWords}`;
  const noneFails = judged.length === 0 ? t`No verdict` : t`No judged case fails${soFar}`;
  const read = judged.length === 0 ? link(t`Read the replies`, () => actions.showTab('cases')) : nothing;
  return html`<section class="overview-answer">
    <h2 dir="auto">${isWeak ? weakHeading : failing > 0 ? shown : noneFails}</h2>
    <p>${isWeak ? html`${shown}.` : read}</p>
    ${sentence && html`<p dir="auto">${since}: ${visibleLine(sentence)} ${compare}</p>`}
  </section>`;
}

function ruleLine({ rule }: FirstFix, actions: ReportActions): unknown {
  if (rule === undefined) return nothing;
  const words =
    rule === 'none' ? t`No rule speaks of this.` : t`Rule ${String(rule.number)}, line ${String(rule.from)}`;
  if (actions.post === undefined) return words;
  return rule === 'none'
    ? html`${words} ${link(t`Add one?`, () => actions.run?.('openPrompt'))}`
    : link(words, () => actions.post?.({ kind: 'openLine', line: rule.from }));
}

const longestQuote = 120;

function fixFirstView(groups: readonly FirstFix[], hasRules: boolean, actions: ReportActions): unknown {
  if (groups.length === 0) return nothing;
  // A report's policy forbids the style that the toolkit's button sets.
  const opener = actions.post === undefined ? link : button;
  // A quotation on one line has no room for display formulas, so that their marks go.
  const quoted = (text: string): TemplateResult =>
    html`<q dir="auto">${boundedText(visibleLine(text).replaceAll('$$', ''), longestQuote)}</q>`;
  return html`<section class="fix-first" aria-labelledby="fix-first">
    <h2 id="fix-first">${t`Fix first`}</h2>
    ${hasRules ? link(t`What the rules do`, () => actions.showTab('rules')) : nothing}
    ${list(groups, (group) => {
      const { benchmark, benchmarkTitle, failure, cases, example } = group;
      const show = (): void => actions.showCases({ benchmark, failure });
      const label = t`Open ${countWords(cases.length, 'case', 'cases')}: ${visibleLine(t(failure))}`;
      return html`<li>
        ${outcomeMark('undesired')}
        <div class="fix-words">
          <p>
            <strong dir="auto">${capitalized(visibleLine(t(failure)))}</strong>
            <span class="muted">${countOfGroup(group)} · ${visibleLine(benchmarkTitle)}</span>
          </p>
          <p class="fix-example">
            ${quoted(example.quote)} ${example.reply === '' ? nothing : html`→ ${quoted(example.reply)}`}
          </p>
        </div>
        <p class="fix-rule muted">${ruleLine(group, actions)}</p>
        ${opener(t`Open ${String(cases.length)}`, show, { label })}
      </li>`;
    })}
  </section>`;
}

/** What is read first: the answer and what to fix first. */
export function firstView(
  state: Pick<PanelState, 'changes' | 'phase' | 'fixFirst' | 'hasRules'>,
  report: RunReport,
  actions: ReportActions,
): TemplateResult {
  return html`${answerView(state, report, actions)}
  ${fixFirstView(state.fixFirst ?? [], state.hasRules === true, actions)}`;
}

function hasResults({ completed, verdicts, blocks }: BenchmarkReport): boolean {
  return completed > 0 || verdicts > 0 || blocks.some(({ metrics }) => metrics.some(({ n }) => n > 0));
}

export function overviewView(state: PanelState, view: ViewState, actions: PanelActions): unknown {
  const { report, changes } = state;
  const notes = noticesView(state, view, 'below', actions);
  if (report === undefined || (report.rules === undefined && !report.benchmarks.some(hasResults)))
    return html`${waitingView(state, actions)} ${notes}`;
  const { kind } = state.phase;
  const props = {
    running: kind === 'running' || kind === 'cancelling',
    several: report.benchmarks.length > 1,
    canAsk: mayAsk(state),
    changes,
  };
  const { rules } = report;
  const first =
    rules === undefined
      ? firstView({ ...state, hasRules: hasRulesView(state) }, report, actions)
      : html`<section class="overview-answer">
          <h2>${link(rules.title, () => actions.showTab('rules'))}</h2>
        </section>`;
  return html`${first}
    <section class="benchmarks" aria-labelledby="benchmarks" ?hidden=${report.benchmarks.length === 0}>
      <h2 id="benchmarks">${t`Benchmarks`}</h2>
      ${repeat(
        report.benchmarks,
        ({ id }) => id,
        (one) => benchmarkView(one, props, view, actions),
      )}
    </section>
    ${notes}`;
}

/** What the page waits for: a title, a text, and a hint where there is one. */
function wordsOf(state: PanelState): readonly [title: string, text: string, hint?: string] {
  const { benchmarks, tutor, judges, sendsNothing } = state.choices;
  const named = benchmarks.join(t` and `) || t`the chosen benchmarks`;
  const plan = t`${named} with ${tutor || t`the chosen tutor model`}`;
  switch (state.phase.kind) {
    case 'starting':
      return [t`Getting ready`, t`Reading the prompt and the samples. Nothing has been sent yet.`];
    case 'running':
      if (state.batches !== undefined)
        return [
          t`Waiting for batches`,
          t`No reply has arrived yet. Scores appear here after two rounds of batches: first the replies, then the verdicts.`,
        ];
      return [
        t`Waiting for the first reply`,
        t`Waiting for ${plan}. Scores appear here as soon as the first reply is judged.`,
      ];
    case 'cancelling':
      return [t`Cancelling`, t`Calls in progress are being ended. Replies and verdicts that have arrived are kept.`];
    case 'blocked':
      return [t`Not started`, t`Nothing was sent. Fix the problems above, then evaluate again.`];
    case 'done':
      if (state.batches !== undefined)
        return [t`Not collected yet`, t`The calls of this run are still with the provider. See above.`];
      return [
        t`No scores`,
        t`This run ended before anything could be scored. See the notice above, or the log for details.`,
      ];
    case 'empty':
      return state.trusted
        ? [
            t`Not evaluated yet`,
            sendsNothing === true
              ? t`Evaluate runs ${named} with a simulated tutor and judge. No key is needed, and nothing is sent.`
              : t`Evaluate runs ${plan}, and ${judges.join(', ') || t`the chosen judge`} scores each reply.`,
            t`The text in the editor counts, saved or not.`,
          ]
        : [
            t`Not evaluated yet`,
            t`Evaluating sends the prompt to the models that this workspace names, so the workspace must be trusted first.`,
          ];
  }
}

function waitingView(state: PanelState, actions: PanelActions): TemplateResult {
  const [title, text, hint] = wordsOf(state);
  const texts = [visibleLine(text), ...(hint === undefined ? [] : [html`<span class="muted">${hint}</span>`])];
  const choices = [
    button(t`Choose benchmarks`, () => actions.run('chooseBenchmarks')),
    button(t`Choose models`, () => actions.run('chooseModels')),
    button(t`Open example results`, () => actions.run('openExample')),
  ];
  return waiting(title, texts, state.phase.kind === 'empty' && state.trusted ? choices : []);
}
