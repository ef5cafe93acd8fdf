import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelState } from '../../src/protocol/panelState';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

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
          text: 'No reply has come yet. Scores appear here when the batches with the replies and then those with the verdicts are answered.',
        };
      }
      return {
        title: 'Waiting for the first reply',
        text: `${plan} is answering. Scores appear here as soon as the first reply is judged.`,
      };
    case 'cancelling':
      return { title: 'Cancelling', text: 'Calls under way are being ended. What has arrived is kept.' };
    case 'blocked':
      return { title: 'Not started', text: 'Nothing was sent. Mend what is listed above, then evaluate again.' };
    case 'done':
      if (state.batches !== undefined) {
        return { title: 'Not collected yet', text: 'The calls of this run are with their provider, as said above.' };
      }
      return {
        title: 'No scores',
        text: 'This run ended before anything could be scored. What happened stands above, and in full in the log.',
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

/** What stands in place of scores while there are none: what is going on, and what to do. */
export function waitingView(state: PanelState, actions: PanelActions): TemplateResult {
  const { title, text, hint } = wordsOf(state);
  const choosing = state.phase.kind === 'empty' && state.trusted;
  return html`<section class="waiting">
    <h2>${title}</h2>
    <p dir="auto">${visibleLine(text)}</p>
    ${hint === undefined ? nothing : html`<p class="muted">${hint}</p>`}
    ${
      choosing
        ? html`<p class="waiting-actions">
            <vscode-button appearance="secondary" @click=${() => actions.run('chooseBenchmarks')}
              >Choose benchmarks</vscode-button
            >
            <vscode-button appearance="secondary" @click=${() => actions.run('chooseModels')}
              >Choose models</vscode-button
            >
            <vscode-button appearance="secondary" @click=${() => actions.run('openExample')}
              >Open example results</vscode-button
            >
          </p>`
        : nothing
    }
  </section>`;
}
