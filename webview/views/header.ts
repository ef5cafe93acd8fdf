import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport, RunReport, RunStatus } from '../../src/core/results/reportModel';
import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import { icon } from '../charts/icons';
import { button, link, movedIndex } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { formatCost, formatCount, formatDuration } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

function choicesLine(state: PanelState, actions: PanelActions): TemplateResult {
  const { benchmarks, tutor, judges, limit } = state.choices;
  const sampled = limit === undefined ? '' : `, a sample of ${String(limit)}`;
  const chosen = `${benchmarks.join(', ') || 'none chosen'}${sampled}`;
  const models = `${tutor || 'no tutor'}, judged by ${judges.join(', ') || 'nobody'}`;
  return html`<div class="choices">
    <span class="muted">Next run</span>
    ${link(visibleLine(chosen), () => actions.run('chooseBenchmarks'), { tip: 'Choose benchmarks' })}
    ${link(visibleLine(models), () => actions.run('chooseModels'), { tip: 'Choose models' })}
  </div>`;
}

export function headerView(state: PanelState, menuOpen: boolean, actions: PanelActions): TemplateResult {
  const { label, action, enabled, primary } = runButton(state);
  const facts =
    state.report &&
    html`<ul class="facts" aria-label="This run">
      ${runFacts(state.report).map((fact) => html`<li>${fact}</li>`)}
    </ul>`;
  const busy = state.phase.kind === 'starting' || state.phase.kind === 'cancelling';
  return html`<header class="header">
    <div class="title-line">
      <div class="title">
        <h1>
          <button
            class="plain"
            type="button"
            data-tip=${`Open ${visibleLine(state.promptPath)}`}
            @click=${() => actions.run('openPrompt')}
          >
            <bdi>${visibleLine(state.promptName)}</bdi>
          </button>
        </h1>
        ${state.editedSinceRun && state.report ? html`<span class="edited">edited since this run</span>` : nothing}
        ${state.example === true ? html`<span class="tag">example, read-only</span>` : nothing}
        ${state.report?.run.simulated ? html`<span class="tag">${icon('beaker')}${simulatedTag(state.report)}</span>` : nothing}
      </div>
      <div class="title-actions">
        ${busy ? html`<vscode-progress-ring aria-label="Working"></vscode-progress-ring>` : nothing}
        ${
          state.example === true
            ? nothing
            : button(label, () => actions.run(action), { className: 'run-button', enabled, primary })
        }
        ${moreMenu(state, menuOpen, actions)}
      </div>
    </div>
    ${facts} ${state.example === true ? nothing : choicesLine(state, actions)}
  </header>`;
}

function costFact({ run }: RunReport): string {
  const { usd, unknownModels } = run.totals.cost;
  if (run.simulatedParts.includes('tutor') && run.simulatedParts.includes('judge')) return 'simulated, no cost';
  if (usd !== undefined) return formatCost(usd);
  return unknownModels.length === 0 ? 'cost unknown' : `cost unknown: no price for ${unknownModels.join(', ')}`;
}

function simulatedTag({ run: { simulatedParts } }: RunReport): string {
  const isAll = simulatedParts.includes('tutor') && simulatedParts.includes('judge');
  return isAll ? 'simulated' : `simulated ${simulatedParts.join(' and ')}`;
}

function learnedWords({ run, benchmarks }: RunReport): string {
  const { learnedJudges = [] } = run;
  if (learnedJudges.length === 0) return '';
  const where = learnedJudges.length === benchmarks.length ? '' : ` for ${learnedJudges.join(', ')}`;
  return ` (offline${where}: learned from people’s labels)`;
}

/** What each of several judges cost; nothing where none of them costs anything, or no price is known. */
function judgeCostFact({ run }: RunReport): string {
  const costs = run.totals.judges ?? [];
  if (costs.every(({ usd }) => usd === undefined || usd === 0)) return '';
  return costs
    .map(({ judge, usd }) => `${judge} ${usd === undefined ? 'at no known price' : formatCost(usd)}`)
    .join(', ');
}

function runFacts(report: RunReport): readonly string[] {
  const { run, benchmarks } = report;
  const simulated = (part: 'tutor' | 'judge' | 'student'): string =>
    run.simulatedParts.includes(part) ? 'simulated ' : '';
  const sumOf = (of: (one: BenchmarkReport) => number): number => benchmarks.reduce((sum, one) => sum + of(one), 0);
  const some = (count: number, words: string): string => (count === 0 ? '' : `${String(count)} ${words}`);
  const cuts = (run.limits ?? []).reduce((sum, limit) => sum + limit.cuts, 0);
  const facts = [
    benchmarks.map((benchmark) => benchmark.title).join(', '),
    formatCount(run.progress.replies.done, 'reply', 'replies'),
    `${simulated('tutor')}tutor ${run.tutor}`,
    run.student === undefined ? '' : `${simulated('student')}student ${run.student}`,
    `${simulated('judge')}${run.judges.length > 1 ? 'judges' : 'judge'} ${run.judges.join(', ')}${learnedWords(report)}`,
    // Recorded replies with people's labels took no time and no money here.
    ...(run.wallMs === 0 ? [] : [formatDuration(run.wallMs), costFact(report)]),
    judgeCostFact(report),
    cuts === 0 ? '' : `calls in flight cut by ${formatCount(cuts, 'rate limit', 'rate limits')}`,
    some(
      sumOf(({ noReply, refused, failed }) => noReply + refused + failed),
      'without a reply',
    ),
    some(
      sumOf(({ notApplicable }) => notApplicable),
      'skipped for their images',
    ),
    some(
      sumOf(({ judgeFailed }) => judgeFailed),
      'unscored',
    ),
  ];
  return facts.filter((fact) => fact !== '').map(visibleLine);
}

interface MenuItem {
  readonly label: string;
  readonly action: PanelAction;
  readonly enabled: boolean;
}

function itemsOf(state: PanelState): readonly MenuItem[] {
  const restart: MenuItem = { label: 'Evaluate from the start', action: 'evaluate', enabled: true };
  return [
    ...(canResume(state) ? [restart] : []),
    { label: 'Export report…', action: 'exportReport', enabled: state.report !== undefined },
    { label: 'Calibrate judge…', action: 'calibrateJudge', enabled: state.trusted },
    { label: 'Open log', action: 'openLog', enabled: true },
    { label: 'Set API key…', action: 'setApiKey', enabled: true },
  ];
}

function onKey(event: KeyboardEvent, actions: PanelActions): void {
  if (event.key === 'Escape') event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    actions.toggleMenu();
    return;
  }
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const index = items.findIndex((item) => item === document.activeElement);
  items[movedIndex(event, index, items.length, { arrows: 'column', wraps: true }) ?? -1]?.focus();
}

/** The header's "…": a menu button as the ARIA practices describe it. Opening moves the focus to the first item. */
function moreMenu(state: PanelState, open: boolean, actions: PanelActions): TemplateResult {
  const choose = (item: MenuItem): void => {
    actions.toggleMenu();
    if (item.enabled) actions.run(item.action);
  };
  return html`<div class="menu-place">
    <button
      class="icon-button"
      id="more"
      type="button"
      aria-label="More actions"
      data-tip="More actions"
      aria-haspopup="menu"
      aria-expanded=${String(open)}
      @click=${() => actions.toggleMenu()}
    >
      ${icon('more')}
    </button>
    ${
      open
        ? html`<div
            class="menu"
            role="menu"
            aria-labelledby="more"
            @keydown=${(event: KeyboardEvent) => onKey(event, actions)}
          >
            ${itemsOf(state).map(
              (item) =>
                html`<button
                  role="menuitem"
                  type="button"
                  tabindex="-1"
                  aria-disabled=${String(!item.enabled)}
                  @click=${() => choose(item)}
                >
                  ${item.label}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </div>`;
}

interface RunButton {
  readonly label: string;
  readonly action: PanelAction;
  readonly enabled: boolean;
  readonly primary: boolean;
}

const resumable: readonly RunStatus[] = ['cancelled', 'interrupted', 'incomplete', 'overBudget'];

/** True when the shown run stopped early and its prompt is still the text in the editor. */
export function canResume(state: PanelState): boolean {
  const idle = state.phase.kind === 'done' || state.phase.kind === 'blocked';
  if (!idle || state.editedSinceRun || state.report === undefined) return false;
  const { status, progress } = state.report.run;
  // With nothing to keep, a key or a model's name is wrong, and a run of the mended choices is a new one.
  if (status === 'failed') return progress.replies.done > 0;
  return resumable.includes(status);
}

/** What the button in the header says and does. A changed prompt is evaluated anew: its old run cannot go on. */
function runButton(state: PanelState): RunButton {
  switch (state.phase.kind) {
    case 'starting':
    case 'running':
      return { label: 'Cancel', action: 'cancel', enabled: true, primary: false };
    case 'cancelling':
      return { label: 'Cancelling…', action: 'cancel', enabled: false, primary: false };
    case 'empty':
    case 'done':
    case 'blocked': {
      const enabled = state.trusted;
      if (canResume(state))
        return { label: state.batches === undefined ? 'Resume' : 'Collect', action: 'resume', enabled, primary: true };
      const label = state.report === undefined || state.editedSinceRun ? 'Evaluate' : 'Evaluate again';
      return { label, action: 'evaluate', enabled, primary: true };
    }
  }
}
