import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import { flipMark } from '../charts/comparisonMark';
import { icon, type IconName } from '../charts/icons';
import { timeBeside } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import type { ComparePage, ListedFlip } from './comparePage';
import { flipExplanations, flipTitles } from './flipKinds';
import { flipTurns } from './flipTurns';
import { flipVerdicts } from './flipVerdicts';

function command(name: IconName, label: string, enabled: boolean, onClick: () => void): TemplateResult {
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    data-tip=""
    aria-disabled=${String(!enabled)}
    @click=${() => enabled && onClick()}
  >
    ${icon(name)}
  </button>`;
}

function playPicker({ of }: ListedFlip, play: number, page: ComparePage): unknown {
  if (of.plays.length < 2) return nothing;
  const change = (event: Event): void => page.actions.choosePlay(Number((event.target as HTMLSelectElement).value));
  return html`<label class="play-picker"
    ><span class="muted">Repeat</span>
    <select id="play" .value=${String(play)} @change=${change}>
      ${of.plays.map(({ repeat, before, after }, place) => {
        const lone = before === undefined ? ' (after only)' : after === undefined ? ' (before only)' : '';
        return html`<option value=${String(place)} ?selected=${place === play}>${repeat + 1}${lone}</option>`;
      })}
    </select></label
  >`;
}

function content(flip: ListedFlip, view: ComparisonView, page: ComparePage): TemplateResult {
  const { flip: open, view: place, actions } = page;
  if (open === undefined || open.kind === 'loading') return html`<p class="muted case-wait">Reading both cases…</p>`;
  if (open.kind === 'missing') return html`<p class="muted case-wait">Neither run has this case any more.</p>`;
  const unpaired = view.benchmarks.find(({ id }) => id === flip.benchmark)?.unpaired === true;
  const { detail } = open;
  return html`${
      unpaired
        ? html`<p class="muted">
            Repeats have no partner in the other run: these two stand beside each other by their number only.
          </p>`
        : nothing
    }
    <label class="check">
      <input
        type="checkbox"
        id="mark-words"
        .checked=${place.marked}
        @change=${(event: Event) => actions.markWords((event.target as HTMLInputElement).checked)}
      />
      Mark changed words
    </label>
    ${flipTurns(detail, place.marked, page.panel)} ${flipVerdicts(flip, view, detail)}`;
}

/** A flip opened: what became of the verdict, both transcripts side by side, and every verdict of both runs. */
export function flipDetailView(flip: ListedFlip, view: ComparisonView, page: ComparePage): TemplateResult {
  const { index, actions } = page;
  const at = index.shown.findIndex(({ id }) => id === flip.id);
  const [previous, next] = [index.shown[at - 1], at < 0 ? undefined : index.shown[at + 1]];
  const back = (): void => actions.openFlip(undefined);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) back();
  };
  const turn = flip.turn === undefined ? '' : `, turn ${String(flip.turn)}`;
  return html`<section class="case-detail flip-detail" aria-labelledby="flip-heading" @keydown=${onKey}>
    <div class="case-head">
      ${command('back', 'Back to the comparison', true, back)}
      <h2 id="flip-heading" dir="auto">${visibleLine(flip.of.title || flip.of.id)}</h2>
      <span class="muted case-head-group" dir="auto">${visibleLine(flip.of.group)}</span>
      <span class="case-commands">
        ${command('previous', 'Previous verdict of the list', previous !== undefined, () => actions.openFlip(previous?.id))}
        ${command('next', 'Next verdict of the list', next !== undefined, () => actions.openFlip(next?.id))}
      </span>
    </div>
    <div class="case-content" id="flip-content" tabindex="0" role="region" aria-labelledby="flip-heading">
      <p class="flip-summary">
        <span class="flip-kind ${flip.kind} has-tip" data-tip=${flipExplanations[flip.kind]}
          >${flipMark(flip.kind)} ${flipTitles[flip.kind]}</span
        >
        <bdi class="strong">${visibleLine(flip.criterion ?? flip.judgeTitle)}${turn}</bdi>
        <span dir="auto">${visibleLine(flip.before)} → ${visibleLine(flip.after)}</span>
        ${playPicker(flip, page.view.play, page)}
      </p>
      <p class="muted">
        <bdi>${visibleLine(view.before.name)}</bdi>, ${timeBeside(view.before.createdAt, [view.after.createdAt])} →
        <bdi>${visibleLine(view.after.name)}</bdi>, ${timeBeside(view.after.createdAt, [view.before.createdAt])}
      </p>
      ${keyed(`${flip.id} ${String(page.view.play)}`, content(flip, view, page))}
    </div>
  </section>`;
}
