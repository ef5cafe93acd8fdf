import { html, nothing, type TemplateResult } from 'lit-html';
import { benchmarkCounts, headerFacts } from '../../src/core/results/headerFacts';
import { simulatedWords } from '../../src/core/results/understoodPrompt';
import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import { t } from '../../src/core/text/countWords';
import { formatTime } from '../../src/core/text/formatTime';
import { icon, type IconName } from '../charts/icons';
import { button, link, list, movedIndex, plainButton } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

function choicesList(state: PanelState, actions: PanelActions): TemplateResult {
  const { benchmarks, tutor, judges, limit, targets = [], guards = [] } = state.choices;
  const own = (names: readonly string[]): string => names.map((name) => name.split('/').at(-1) ?? name).join(', ');
  const aims = t`targets ${own(targets) || t`the headline metrics`}${guards.length > 0 ? t`, guards ${own(guards)}` : ''}`;
  const sampled = limit === undefined ? '' : t`, a sample of ${String(limit)}`;
  const chosen = `${benchmarks.join(', ') || t`none chosen`}${sampled}`;
  const models = t`${tutor || t`no tutor`}, judged by ${judges.join(', ') || t`nobody`}`;
  return html`<h2>${t`Next run`}</h2>
    <ul class="choices">
      <li>${link(visibleLine(chosen), () => actions.run('chooseBenchmarks'), { tip: t`Choose benchmarks` })}</li>
      <li>${link(visibleLine(models), () => actions.run('chooseModels'), { tip: t`Choose models` })}</li>
      <li>${link(visibleLine(aims), () => actions.run('chooseTargets'), { tip: t`Choose targets and guards` })}</li>
    </ul>`;
}

/** The tutor, or that it is simulated. Leads to the choice of models. */
function tutorView({ report, choices, example }: PanelState, actions: PanelActions): unknown {
  const { simulatedParts = choices.simulated ?? [], tutor = choices.tutor } = report?.run ?? {};
  const simulated = simulatedWords(simulatedParts);
  const words = html`${simulated && html`${icon('beaker')}${simulated}`}${simulatedParts.includes('tutor') ? nothing : html`${simulated && ' · '}<bdi>${visibleLine(tutor)}</bdi>`}`;
  const className = simulated === '' ? 'tutor' : 'tutor simulated';
  if (example === true) return html`<span class=${className}>${words}</span>`;
  return link(words, () => actions.run('chooseModels'), { className, tip: t`Choose models` });
}

export function headerView(state: PanelState, actions: PanelActions): TemplateResult {
  const { promptName, promptPath, example, report } = state;
  const busy = state.phase.kind === 'starting' || state.phase.kind === 'cancelling';
  const about = html`${report && html`<h2>${t`This run`}</h2>`}
  ${list(
    report
      ? [
          ...headerFacts(report, formatTime),
          ...report.benchmarks.map((one) => ({ label: one.title, value: benchmarkCounts(one) })),
        ]
      : [],
    ({ label, value }) => html`<li><span class="muted">${label}</span> <bdi>${value}</bdi></li>`,
    { className: 'facts' },
  )}
  ${example === true ? nothing : choicesList(state, actions)}`;
  return html`<header class="header">
    <div class="title">
      <h1>
        ${plainButton('plain', html`<bdi>${visibleLine(promptName)}</bdi>`, () => actions.run('openPrompt'), {
          tip: t`Open ${visibleLine(promptPath)}`,
        })}
      </h1>
      ${example === true ? html`<span class="muted">${t`example, read-only`}</span>` : nothing}
      ${tutorView(state, actions)}
      ${state.editedSinceRun && report ? html`<span class="muted">${t`edited since this run`}</span>` : nothing}
    </div>
    <div class="title-actions">
      ${busy ? html`<vscode-progress-ring aria-label=${t`Working`}></vscode-progress-ring>` : nothing}
      ${popover('about', 'info', t`About this run`, html`<div class="about" id="about" popover>${about}</div>`)}
      ${example === true ? nothing : runButton(state, actions)} ${moreMenu(state, actions)}
    </div>
  </header>`;
}

/** A button, and what it shows: that has the id `name`. The browser closes it on Escape or a click elsewhere. */
function popover(name: string, shownAs: IconName, label: string, content: TemplateResult): TemplateResult {
  return html`<button
      class="icon-button"
      id="open-${name}"
      type="button"
      aria-label=${label}
      data-tip=${label}
      popovertarget=${name}
    >
      ${icon(shownAs)}</button
    >${content}`;
}

function onKey(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement;
  if (event.key === 'Tab') menu.hidePopover();
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const index = items.findIndex((item) => item === document.activeElement);
  items[movedIndex(event, index, items.length, { arrows: 'column', wraps: true }) ?? -1]?.focus();
}

/** A menu as the ARIA practices describe it: opening moves the focus to the first item, closing back to the button. */
function moreMenu(state: PanelState, actions: PanelActions): TemplateResult {
  const item = (label: string, action: PanelAction, enabled = true, isFirst = false): TemplateResult =>
    html`<button
      role="menuitem"
      type="button"
      tabindex="-1"
      ?autofocus=${isFirst}
      aria-disabled=${String(!enabled)}
      popovertarget="menu"
      popovertargetaction="hide"
      @click=${() => enabled && actions.run(action)}
    >
      ${label}
    </button>`;
  const restarts = canResume(state);
  const menu = html`<div class="menu" id="menu" popover role="menu" aria-labelledby="open-menu" @keydown=${onKey}>
    ${restarts ? item(t`Evaluate from the start`, 'evaluate', true, true) : nothing}
    ${item(t`Export report…`, 'exportReport', state.report !== undefined, !restarts)}
    ${item(t`Calibrate judge…`, 'calibrateJudge', state.trusted)} ${item(t`Open log`, 'openLog')}
    ${item(t`Set API key…`, 'setApiKey')}
  </div>`;
  return popover('menu', 'more', t`More actions`, menu);
}

/** True when the shown run stopped early and its prompt is still the text in the editor. */
export function canResume(state: PanelState): boolean {
  const idle = state.phase.kind === 'done' || state.phase.kind === 'blocked';
  if (!idle || state.editedSinceRun || state.report === undefined) return false;
  const { status, progress } = state.report.run;
  // If no call succeeded, the key or the model's name is wrong: a corrected choice starts a new run.
  return status === 'failed' ? progress.replies.done > 0 : status !== 'completed' && status !== 'running';
}

/** A changed prompt starts a new run: the old run cannot resume. */
function runButton(state: PanelState, actions: PanelActions): TemplateResult {
  const { phase, report, batches, editedSinceRun, trusted } = state;
  const draw = (label: string, action: PanelAction, enabled: boolean, primary: boolean): TemplateResult =>
    button(label, () => actions.run(action), { className: 'run-button', enabled, primary });
  if (phase.kind === 'cancelling') return draw(t`Cancelling…`, 'cancel', false, false);
  if (phase.kind === 'starting' || phase.kind === 'running') return draw(t`Cancel`, 'cancel', true, false);
  if (canResume(state)) return draw(batches === undefined ? t`Resume` : t`Collect`, 'resume', trusted, true);
  return draw(report === undefined || editedSinceRun ? t`Evaluate` : t`Evaluate again`, 'evaluate', trusted, true);
}
