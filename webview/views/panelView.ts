import { html, nothing, type TemplateResult } from 'lit-html';
import type { RulesView } from '../../src/core/results/ruleModel';
import type { PanelBatchWait, PanelState } from '../../src/protocol/panelState';
import { capitalized, countWords, t, wholeNumber } from '../../src/core/text/countWords';
import type { ComparePane } from '../compare/comparePane';
import { compareView } from '../compare/compareView';
import { button, cssVariables, movedIndex, scrollBox } from '../dom/elements';
import type { HistoryPane } from '../history/historyPane';
import { historyView } from '../history/historyView';
import type { JudgesPane } from '../judges/judgesPane';
import { judgesView } from '../judges/judgesView';
import type { LabelPane } from '../labels/labelPane';
import { labelView } from '../labels/labelView';
import { type PanelActions, type Tab, tabs } from '../panelActions';
import type { ViewState } from '../viewState';
import { type CasesContent, casesView } from './cases';
import { headerView } from './header';
import { noticesView } from './notices';
import { overviewView } from './overview';
import { hasRulesView, rulesView } from './rules';
import { icon } from '../charts/icons';
import { formatTime } from '../../src/core/text/formatTime';
import { visibleLine } from '../text/visibleText';

export interface PanelPage {
  readonly state: PanelState;
  readonly view: ViewState;
  readonly cases: CasesContent;
  /** `undefined` while it is being read. */
  readonly rules: RulesView | undefined;
  readonly compare: ComparePane;
  readonly history: HistoryPane;
  readonly labels: LabelPane;
  readonly judges: JudgesPane;
}

/** `notes` scroll away with the overview; no other view has room for them. */
function content(page: PanelPage, tab: Tab, notes: TemplateResult, actions: PanelActions): TemplateResult {
  const { state, view } = page;
  switch (tab) {
    case 'overview':
      return scrollBox('overview', html`${notes} ${overviewView(state, view, actions)}`);
    case 'rules':
      return scrollBox('rules-view', rulesView(state, page.rules, actions));
    case 'cases':
      return casesView(page.cases, view, actions);
    case 'compare':
      return compareView(page.compare, actions);
    case 'history':
      return historyView(page.history, actions);
    case 'judges':
      return judgesView(page.judges, state.trusted);
  }
}

export function panelView(page: PanelPage, actions: PanelActions): TemplateResult {
  const { state, view, labels } = page;
  const tab = tabsOf(state).includes(view.tab) ? view.tab : 'overview';
  const notes = html`${batchesView(state, actions)} ${noticesView(state, view, 'above', actions)}`;
  return (
    labelView(labels, actions) ??
    html`${headerView(state, actions)}
      <main class="page">
        ${progressView(state, actions)} ${tabsView(page, tab, actions)}
        <div class="panel" id="panel" role="tabpanel" aria-labelledby="tab-${tab}">
          ${tab === 'overview' ? nothing : notes} ${content(page, tab, notes, actions)}
        </div>
      </main>
      <div class="sr-only" role="status">${announcement(state)}</div>`
  );
}

const ended = {
  running: '',
  completed: t`Evaluation finished.`,
  incomplete: t`Evaluation finished, some calls failed.`,
  cancelled: t`Evaluation cancelled.`,
  interrupted: '',
  failed: t`Evaluation failed.`,
  overBudget: t`Evaluation stopped at a cap.`,
} as const;

/** What a screen reader is told when it changes: the stages of a run, not its counts. */
function announcement({ phase, batches, report }: PanelState): string {
  return {
    empty: '',
    starting: t`Starting the evaluation.`,
    running: batches === undefined ? t`Evaluation running.` : t`Evaluation waiting for batches.`,
    cancelling: t`Cancelling the evaluation.`,
    blocked: t`The evaluation did not start.`,
    done: report === undefined ? '' : ended[report.run.status],
  }[phase.kind];
}

/** A bar with counts during a run; only counts while it waits for batches. */
function progressView(state: PanelState, actions: PanelActions): unknown {
  const { kind } = state.phase;
  if (kind !== 'running' && kind !== 'cancelling') return nothing;
  const progress = state.report?.run.progress;
  if (progress === undefined) return nothing;
  const { replies, judgements } = progress;
  // Judgements planned are an estimate until all replies are in, so the bar may step back a little.
  const planned = replies.planned + judgements.planned;
  const share = planned === 0 ? 0 : Math.min(1, (replies.done + judgements.done) / planned);
  const about = replies.done < replies.planned ? t`about ` : '';
  const words =
    t`Replies ${wholeNumber(replies.done)} of ${wholeNumber(replies.planned)}, ` +
    t`judgements ${wholeNumber(judgements.done)} of ${about}${wholeNumber(judgements.planned)}` +
    (state.waitsFor === undefined || kind === 'cancelling' ? '' : `. ${state.waitsFor}`);
  const bar = html`<div
    class="progress-track"
    role="progressbar"
    aria-label=${t`Evaluation`}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(share * 100)}
    aria-valuetext=${words}
  >
    <div class="progress-done" ${cssVariables({ '--share': String(share) })}></div>
  </div>`;
  return html`<div class="progress">
    ${state.batches === undefined ? bar : nothing}
    <p class="progress-words number">${words}</p>
    ${
      kind === 'cancelling' || state.silentServer === undefined
        ? nothing
        : html`<p class="progress-actions">
            ${state.silentServer === 'askedLater' ? button(t`Try again`, () => actions.run('tryAgain')) : nothing}
            ${button(t`Choose models`, () => actions.run('chooseModels'))}
          </p>`
    }
  </div>`;
}

function tabsOf(state: PanelState): readonly Tab[] {
  return tabs.filter((tab) => tab !== 'rules' || hasRulesView(state));
}

function tabsView({ state, cases }: PanelPage, selected: Tab, actions: PanelActions): TemplateResult {
  const all = tabsOf(state);
  const failing = (state.report && cases.index.failing) ?? 0;
  const count = html` <span class="badge number">${failing}</span><span class="sr-only"> ${t`failing`}</span>`;
  const onKey = (event: KeyboardEvent): void => {
    const moved = movedIndex(event, all.indexOf(selected), all.length, { arrows: 'row', wraps: true });
    const target = all[moved ?? -1];
    if (target === undefined) return;
    actions.showTab(target);
    document.getElementById(`tab-${target}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t`Views`} @keydown=${onKey}>
    ${all.map(
      (tab) =>
        html`<button
          class="tab"
          id="tab-${tab}"
          role="tab"
          type="button"
          aria-selected=${String(tab === selected)}
          aria-controls="panel"
          tabindex=${tab === selected ? 0 : -1}
          @click=${() => actions.showTab(tab)}
        >
          ${capitalized(t(tab))}${tab === 'cases' && failing > 0 ? count : nothing}
        </button>`,
    )}
  </div>`;
}

function positionWords({ provider, batches, calls, since }: PanelBatchWait): string {
  const held = countWords(batches, 'batch', 'batches');
  const time = since === undefined ? '' : t` since ${formatTime(since)}`;
  return t`${countWords(calls, 'call', 'calls')} in ${held} with ${visibleLine(provider)}${time}.`;
}

/** The result of the last poll and the time of the next one. Nothing is known in between. */
function pollWords({ calls, done = 0, collected = 0, polledAt, nextPollAt }: PanelBatchWait): string {
  const parts = [
    collected === 0 ? '' : t`${wholeNumber(collected)} of ${countWords(collected + calls, 'call', 'calls')} collected.`,
    polledAt === undefined
      ? t`Not checked yet.`
      : t`Last checked ${formatTime(polledAt)}: ${done === 0 ? t`none` : wholeNumber(done)} of these calls done.`,
    nextPollAt === undefined ? '' : t`Next check about ${formatTime(nextPollAt)}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function buttonsOf(state: PanelState, isFollowed: boolean, actions: PanelActions): readonly TemplateResult[] {
  if (state.phase.kind === 'cancelling') return [];
  if (isFollowed) {
    const tip = t`Ends this run for now; the batches stay and can be collected later`;
    return [button(t`Detach`, () => actions.run('leaveBatch'), { tip })];
  }
  const enabled = state.trusted;
  return [
    button(t`Collect`, () => actions.run('resume'), { enabled, tip: t`Resumes the run` }),
    button(t`Cancel`, () => actions.run('cancel'), { enabled, tip: t`Ends the batches at the provider` }),
  ];
}

/** In words, because a progress bar would stand still for hours. Nothing without a batch. */
function batchesView(state: PanelState, actions: PanelActions): TemplateResult | typeof nothing {
  const { batches } = state;
  if (batches === undefined || state.phase.kind === 'starting') return nothing;
  const { isFollowed, waits } = batches;
  const end = isFollowed
    ? t`A batch may take a day. You can close VS Code: the batch stays with its provider and is collected when the run resumes.`
    : t`They are not checked until you collect them. OpenAI and Anthropic keep the answers for about four weeks.`;
  return html`<section class="batches" aria-label=${t`Batches`}>
    ${icon('info')}
    <div class="batches-text">
      ${waits.map(
        (wait) =>
          html`<p>
            <span dir="auto" class="strong">${positionWords(wait)}</span> ${isFollowed ? pollWords(wait) : nothing}
          </p>`,
      )}
      <p class="muted">
        ${state.phase.kind === 'cancelling' ? t`The batches are being ended. Answers that are ready by now are kept.` : end}
      </p>
    </div>
    <span class="notice-buttons">${buttonsOf(state, isFollowed, actions)}</span>
  </section>`;
}
