import { html, nothing } from 'lit-html';
import type { PanelState } from '../../src/protocol/panelState';
import { cssVariables } from '../dom/cssVariables';

/** Share done, 0..1. Judgements planned are an estimate until all replies are in, so the bar may step back a little. */
function shareDone(done: number, planned: number): number {
  return planned === 0 ? 0 : Math.min(1, done / planned);
}

/** A bar with counts, while a run goes; the counts alone while it waits for batches. */
export function progressView(state: PanelState): unknown {
  const { kind } = state.phase;
  if (kind !== 'running' && kind !== 'cancelling') return nothing;
  const progress = state.report?.run.progress;
  if (progress === undefined) return nothing;
  const { replies, judgements } = progress;
  const share = shareDone(replies.done + judgements.done, replies.planned + judgements.planned);
  const about = replies.done < replies.planned ? 'about ' : '';
  const words =
    `Replies ${String(replies.done)} of ${String(replies.planned)}, ` +
    `judgements ${String(judgements.done)} of ${about}${String(judgements.planned)}` +
    (state.waitsFor === undefined || kind === 'cancelling' ? '' : `. ${state.waitsFor}`);
  if (state.batches !== undefined) {
    return html`<div class="progress"><p class="progress-words number">${words}</p></div>`;
  }
  return html`<div class="progress">
    <div
      class="progress-track"
      role="progressbar"
      aria-label="Evaluation"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(share * 100)}
      aria-valuetext=${words}
    >
      <div class="progress-done" ${cssVariables({ '--share': String(share) })}></div>
    </div>
    <p class="progress-words number">${words}</p>
  </div>`;
}
