import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { ComparedRunView } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { RunPair } from '../../src/protocol/messages';
import { icon } from '../charts/icons';
import { formatTime } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import type { ComparePage } from './comparePage';

/** The pair that is shown or on its way. */
export function pairOf({ state, view, history }: ComparePage): RunPair | undefined {
  return state.kind === 'none' ? (view.pair ?? history?.suggested) : state.runs;
}

/** All runs of the prompt; one of another prompt that is being compared stands above them. */
function options(history: HistoryView | undefined, chosen: string, other: ComparedRunView | undefined): TemplateResult {
  const runs = history?.runs ?? [];
  const isListed = runs.some(({ id }) => id === chosen);
  const stray = other === undefined ? chosen : `${other.promptName} ${other.name}, ${formatTime(other.createdAt)}`;
  return html`${isListed || chosen === '' ? nothing : html`<option value=${chosen} selected>${visibleLine(stray)}</option>`}
  ${runs.map(({ id, revision, repliesAt, status, statusText, rejudgedFrom }) => {
    const of = history?.revisions[revision];
    const name = `${of?.label ?? of?.short ?? ''}${of?.pinned === true ? ' (baseline)' : ''}`;
    const judged = rejudgedFrom === undefined ? '' : ', judged again';
    const end = status === 'completed' ? '' : `, ${statusText}`;
    return html`<option value=${id} ?selected=${id === chosen}>
      ${visibleLine(`${name}, ${formatTime(repliesAt)}${judged}${end}`)}
    </option>`;
  })}`;
}

function picker(side: 'before' | 'after', page: ComparePage, pair: RunPair | undefined): TemplateResult {
  const { history, state, actions } = page;
  const chosen = pair?.[side] ?? '';
  const other = state.kind === 'shown' ? state.view[side] : undefined;
  const change = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    actions.choose({ before: pair?.before ?? '', after: pair?.after ?? '', [side]: value });
  };
  return html`<label class="run-picker">
    <span class="muted">${side === 'before' ? 'Before' : 'After'}</span>
    <select id="pick-${side}" .value=${chosen} @change=${change}>
      ${guard([history, chosen, other], () => options(history, chosen, other))}
    </select>
  </label>`;
}

/** Which two runs are compared, and a button that turns them round. */
export function comparePickers(page: ComparePage): TemplateResult {
  const pair = pairOf(page);
  const swap = (): void => {
    if (pair !== undefined) page.actions.choose({ before: pair.after, after: pair.before });
  };
  return html`<div class="pickers">
    ${picker('before', page, pair)}
    <button
      class="icon-button"
      type="button"
      aria-label="Swap before and after"
      data-tip=""
      aria-disabled=${String(pair === undefined)}
      @click=${swap}
    >
      ${icon('swap')}
    </button>
    ${picker('after', page, pair)}
  </div>`;
}
