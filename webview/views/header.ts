import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelState } from '../../src/protocol/panelState';
import { icon } from '../charts/icons';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import { moreMenu } from './moreMenu';
import { canResume, runButton } from './runButton';
import { runFacts, simulatedTag } from './runFacts';

function choicesLine(state: PanelState, actions: PanelActions): TemplateResult {
  const { benchmarks, tutor, judges, limit } = state.choices;
  const sampled = limit === undefined ? '' : `, a sample of ${String(limit)}`;
  const chosen = `${benchmarks.join(', ') || 'none chosen'}${sampled}`;
  const models = `${tutor || 'no tutor'}, judged by ${judges.join(', ') || 'nobody'}`;
  return html`<div class="choices">
    <span class="muted">Next run</span>
    <button class="link" type="button" data-tip="Choose benchmarks" @click=${() => actions.run('chooseBenchmarks')}>
      ${visibleLine(chosen)}
    </button>
    <button class="link" type="button" data-tip="Choose models" @click=${() => actions.run('chooseModels')}>
      ${visibleLine(models)}
    </button>
  </div>`;
}

function factsLine(state: PanelState): unknown {
  if (state.report === undefined) return nothing;
  return html`<ul class="facts" aria-label="This run">
    ${runFacts(state.report).map((fact) => html`<li>${fact}</li>`)}
  </ul>`;
}

/** Prompt name, what to do next, what was run, and what would be run. */
export function headerView(state: PanelState, menuOpen: boolean, actions: PanelActions): TemplateResult {
  const button = runButton(state);
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
            : html`<vscode-button
                class="run-button"
                appearance=${button.primary ? 'primary' : 'secondary'}
                ?disabled=${!button.enabled}
                @click=${() => button.enabled && actions.run(button.action)}
                >${button.label}</vscode-button
              >`
        }
        ${moreMenu(
          {
            open: menuOpen,
            hasReport: state.report !== undefined,
            canRestart: canResume(state),
            trusted: state.trusted,
          },
          actions,
        )}
      </div>
    </div>
    ${factsLine(state)} ${state.example === true ? nothing : choicesLine(state, actions)}
  </header>`;
}
