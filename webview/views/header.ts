import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport, RunReport, RunStatus } from '../../src/core/results/reportModel';
import { simulatedWords } from '../../src/core/results/understoodPrompt';
import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import { countWords } from '../../src/core/text/countWords';
import { formatCost, formatDuration } from '../../src/core/text/formatNumber';
import { icon } from '../charts/icons';
import { button, link, list, movedIndex, plainButton } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

function choicesLine(state: PanelState, actions: PanelActions): TemplateResult {
  const { benchmarks, tutor, judges, limit, targets = [], guards = [] } = state.choices;
  const own = (names: readonly string[]): string => names.map((name) => name.split('/').at(-1) ?? name).join(', ');
  const aims = `targets ${own(targets) || 'the headline metrics'}${guards.length > 0 ? `, guards ${own(guards)}` : ''}`;
  const sampled = limit === undefined ? '' : `, a sample of ${String(limit)}`;
  const chosen = `${benchmarks.join(', ') || 'none chosen'}${sampled}`;
  const models = `${tutor || 'no tutor'}, judged by ${judges.join(', ') || 'nobody'}`;
  return html`<div class="choices">
    <span class="muted">Next run</span>
    ${link(visibleLine(chosen), () => actions.run('chooseBenchmarks'), { tip: 'Choose benchmarks' })}
    ${link(visibleLine(models), () => actions.run('chooseModels'), { tip: 'Choose models' })}
    ${link(visibleLine(aims), () => actions.run('chooseTargets'), { tip: 'Choose targets and guards' })}
  </div>`;
}

export function headerView(state: PanelState, menuOpen: boolean, actions: PanelActions): TemplateResult {
  const { promptName, promptPath } = state;
  const facts = state.report === undefined ? [] : runFacts(state.report);
  const busy = state.phase.kind === 'starting' || state.phase.kind === 'cancelling';
  return html`<header class="header">
    <div class="title-line">
      <div class="title">
        <h1>
          ${plainButton('plain', html`<bdi>${visibleLine(promptName)}</bdi>`, () => actions.run('openPrompt'), {
            tip: `Open ${visibleLine(promptPath)}`,
          })}
        </h1>
        ${state.editedSinceRun && state.report ? html`<span class="edited">edited since this run</span>` : nothing}
        ${state.example === true ? html`<span class="tag">example, read-only</span>` : nothing}
        ${state.report?.run.simulated ? html`<span class="tag">${icon('beaker')}${simulatedWords(state.report.run.simulatedParts)}</span>` : nothing}
      </div>
      <div class="title-actions">
        ${busy ? html`<vscode-progress-ring aria-label="Working"></vscode-progress-ring>` : nothing}
        ${state.example === true ? nothing : runButton(state, actions)} ${moreMenu(state, menuOpen, actions)}
      </div>
    </div>
    ${list(facts, (fact) => html`<li>${fact}</li>`, { className: 'facts', label: 'This run' })}
    ${state.example === true ? nothing : choicesLine(state, actions)}
  </header>`;
}

function costFact({ run }: RunReport): string {
  const { usd, unknownModels } = run.totals.cost;
  if (run.simulatedParts.includes('tutor') && run.simulatedParts.includes('judge')) return 'simulated, no cost';
  if (usd !== undefined) return formatCost(usd);
  return unknownModels.length === 0 ? 'cost unknown' : `cost unknown: no price for ${unknownModels.join(', ')}`;
}

function learnedWords({ run, benchmarks }: RunReport): string {
  const { learnedJudges = [] } = run;
  if (learnedJudges.length === 0) return '';
  const where = learnedJudges.length === benchmarks.length ? '' : ` for ${learnedJudges.join(', ')}`;
  return ` (offline${where}: learned from people’s labels)`;
}

function judgeCostFact({ run }: RunReport): string {
  const costs = run.totals.judges ?? [];
  if (costs.every(({ usd }) => usd === undefined || usd === 0)) return '';
  return costs.map(({ judge, usd }) => `${judge} ${usd === undefined ? 'cost unknown' : formatCost(usd)}`).join(', ');
}

function runFacts(report: RunReport): readonly string[] {
  const { run, benchmarks } = report;
  const simulated = (part: 'tutor' | 'judge' | 'student'): string =>
    run.simulatedParts.includes(part) ? 'simulated ' : '';
  const some = (words: string, of: (one: BenchmarkReport) => number): string => {
    const count = benchmarks.reduce((sum, one) => sum + of(one), 0);
    return count === 0 ? '' : `${String(count)} ${words}`;
  };
  const cuts = (run.limits ?? []).reduce((sum, limit) => sum + limit.cuts, 0);
  const facts = [
    benchmarks.map((benchmark) => benchmark.title).join(', '),
    countWords(run.progress.replies.done, 'reply', 'replies'),
    `${simulated('tutor')}tutor ${run.tutor}`,
    run.student === undefined ? '' : `${simulated('student')}student ${run.student}`,
    run.protocol ?? '',
    `${simulated('judge')}${run.judges.length > 1 ? 'judges' : 'judge'} ${run.judges.join(', ')}${learnedWords(report)}`,
    // Recorded replies with people's labels took no time and no money here.
    ...(run.wallMs === 0 ? [] : [formatDuration(run.wallMs), costFact(report)]),
    judgeCostFact(report),
    cuts === 0 ? '' : `fewer calls at a time after ${countWords(cuts, 'rate limit', 'rate limits')}`,
    some('without a reply', ({ noReply, refused, failed }) => noReply + refused + failed),
    some('skipped for their images', ({ notApplicable }) => notApplicable),
    some('unscored', ({ judgeFailed }) => judgeFailed),
  ];
  return facts.filter((fact) => fact !== '').map(visibleLine);
}

type MenuItem = readonly [label: string, action: PanelAction, enabled: boolean];

function itemsOf(state: PanelState): readonly MenuItem[] {
  const restart: MenuItem = ['Evaluate from the start', 'evaluate', true];
  return [
    ...(canResume(state) ? [restart] : []),
    ['Export report…', 'exportReport', state.report !== undefined],
    ['Calibrate judge…', 'calibrateJudge', state.trusted],
    ['Open log', 'openLog', true],
    ['Set API key…', 'setApiKey', true],
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
  const item = ([label, action, enabled]: MenuItem): TemplateResult => {
    const choose = (): void => {
      actions.toggleMenu();
      if (enabled) actions.run(action);
    };
    return html`<button role="menuitem" type="button" tabindex="-1" aria-disabled=${String(!enabled)} @click=${choose}>
      ${label}
    </button>`;
  };
  const menu = html`<div
    class="menu"
    role="menu"
    aria-labelledby="more"
    @keydown=${(event: KeyboardEvent) => onKey(event, actions)}
  >
    ${itemsOf(state).map(item)}
  </div>`;
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
    ${open ? menu : nothing}
  </div>`;
}

const resumable: readonly RunStatus[] = ['cancelled', 'interrupted', 'incomplete', 'overBudget'];

/** True when the shown run stopped early and its prompt is still the text in the editor. */
export function canResume(state: PanelState): boolean {
  const idle = state.phase.kind === 'done' || state.phase.kind === 'blocked';
  if (!idle || state.editedSinceRun || state.report === undefined) return false;
  const { status, progress } = state.report.run;
  // If no call succeeded, the key or the model's name is wrong: a corrected choice starts a new run.
  if (status === 'failed') return progress.replies.done > 0;
  return resumable.includes(status);
}

/** A changed prompt starts a new run: the old run cannot resume. */
function runButton(state: PanelState, actions: PanelActions): TemplateResult {
  const { phase, report, batches, editedSinceRun, trusted } = state;
  const draw = (label: string, action: PanelAction, enabled: boolean, primary: boolean): TemplateResult =>
    button(label, () => actions.run(action), { className: 'run-button', enabled, primary });
  if (phase.kind === 'cancelling') return draw('Cancelling…', 'cancel', false, false);
  if (phase.kind === 'starting' || phase.kind === 'running') return draw('Cancel', 'cancel', true, false);
  if (canResume(state)) return draw(batches === undefined ? 'Resume' : 'Collect', 'resume', trusted, true);
  return draw(report === undefined || editedSinceRun ? 'Evaluate' : 'Evaluate again', 'evaluate', trusted, true);
}
