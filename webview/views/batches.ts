import { html, nothing, type TemplateResult } from 'lit-html';
import type { PanelBatchWait, PanelState } from '../../src/protocol/panelState';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { icon } from '../charts/icons';
import { button } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { formatTime } from '../../src/core/text/formatTime';
import { visibleLine } from '../text/visibleText';

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
export function batchesView(state: PanelState, actions: PanelActions): TemplateResult | typeof nothing {
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
