import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { ComparisonView, DiffSegment, FlipDetail } from '../../src/core/report/comparisonViewModel';
import { flipMark } from '../charts/comparisonMark';
import { icon, type IconName } from '../charts/icons';
import { timeBeside } from '../text/formatTime';
import { visibleLine, visibleText } from '../text/visibleText';
import { type ComparePane, type Side, sides, sideTitles } from './comparePane';
import { flipExplanations, flipTitles, type ListedFlip } from './flipIndex';
import { flipVerdicts } from './flipVerdicts';
import type { CaseDetail, CaseTurn } from '../../src/core/results/reportModel';
import type { PanelActions } from '../panelActions';
import { modelText } from '../text/modelText';
import { dialogueView } from '../views/dialogue';
import { replyId } from '../views/verdictList';

/** Characters of a reply that are marked word by word; what is longer is read as it was written. */
const longest = 20_000;

/** One side of a reply's diff, as it was written: removed words struck through, added ones underlined. */
function diffWords(segments: readonly DiffSegment[], side: 'before' | 'after'): TemplateResult {
  const own = segments.filter(({ kind }) => kind === 'same' || kind === (side === 'before' ? 'removed' : 'added'));
  let room = longest;
  const pieces = own.map(({ kind, text }) => {
    if (room <= 0) return nothing;
    const shown = visibleText(text.slice(0, room));
    room -= text.length;
    if (kind === 'same') return shown;
    return kind === 'removed' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`;
  });
  const rest = own.reduce((sum, { text }) => sum + text.length, 0) - longest;
  return html`<div class="model-text" dir="auto"><div class="diff-text">${pieces}${rest > 0 ? '…' : nothing}</div></div>
    ${rest > 0 ? html`<p class="muted">${rest.toLocaleString('en')} characters more: switch the marks off to read them.</p>` : nothing}`;
}

function turnsOf(detail: CaseDetail | undefined, role: CaseTurn['role']): readonly CaseTurn[] {
  return detail?.turns.filter((turn) => turn.role === role) ?? [];
}

function openingView(detail: FlipDetail, actions: PanelActions): unknown {
  const [before, after] = [turnsOf(detail.before, 'given'), turnsOf(detail.after, 'given')];
  const turns = after.length > 0 ? after : before;
  if (turns.length === 0) return nothing;
  const isSame = before.length === 0 || after.length === 0 || JSON.stringify(before) === JSON.stringify(after);
  return html`<details class="disclosure" ?open=${turns.length < 3}>
    <summary>
      ${isSame ? 'The dialogue before, the same in both runs' : 'The dialogue before, as the run after had it'}
    </summary>
    ${dialogueView({ turns, verdicts: [], member: 'opening', replies: 0, openTurn: undefined, actions })}
  </details>`;
}

function message(turn: CaseTurn, actions: PanelActions): TemplateResult {
  return dialogueView({ turns: [turn], verdicts: [], member: 'message', replies: 1, openTurn: undefined, actions });
}

function replyCell(side: Side, number: number, several: boolean, detail: FlipDetail, marked: boolean): TemplateResult {
  const reply = turnsOf(detail[side], 'reply')[number - 1];
  const diff = detail.turns.find(({ turn }) => turn === (reply?.turn ?? number));
  const name = `${sideTitles[side]}${several ? `, reply ${String(number)}` : ''}`;
  const empty = html`<p class="muted">${detail[side] === undefined ? 'Not played in this run.' : 'No reply.'}</p>`;
  const text = (words: string): unknown =>
    words.trim() === ''
      ? html`<p class="muted">(empty)</p>`
      : marked && diff !== undefined
        ? diffWords(diff.segments, side)
        : modelText(words);
  return html`<div class="paired-reply" id=${replyId(side, number)} tabindex="-1" role="group" aria-label=${name}>
    <span class="speaker">${name}</span>
    ${reply === undefined ? empty : text(reply.text)}
  </div>`;
}

function turnView(
  number: number,
  several: boolean,
  detail: FlipDetail,
  marked: boolean,
  actions: PanelActions,
): TemplateResult {
  const [before, after] = sides.map((side) => turnsOf(detail[side], 'pivot')[number - 1]);
  // The same words in both runs are said once.
  const shared =
    before === undefined || after === undefined || before.text === after.text ? (after ?? before) : undefined;
  return html`<li class="paired-turn">
    ${
      shared !== undefined
        ? message(shared, actions)
        : html`<div class="paired">
            ${[before, after].map((turn) => html`<div>${turn === undefined ? nothing : message(turn, actions)}</div>`)}
          </div>`
    }
    <div class="paired">${sides.map((side) => replyCell(side, number, several, detail, marked))}</div>
  </li>`;
}

/** Both dialogues, the replies of one turn beside each other, changed words marked. */
function flipTurns(detail: FlipDetail, marked: boolean, actions: PanelActions): TemplateResult {
  const turns = Math.max(
    ...sides.flatMap((side) => [turnsOf(detail[side], 'pivot').length, turnsOf(detail[side], 'reply').length]),
  );
  return html`${openingView(detail, actions)}
    <ol class="paired-turns" aria-label="Both dialogues, turn by turn">
      ${Array.from({ length: turns }, (_, place) => turnView(place + 1, turns > 1, detail, marked, actions))}
    </ol>`;
}

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

function playPicker({ of }: ListedFlip, pane: ComparePane): unknown {
  const { play } = pane.view;
  if (of.plays.length < 2) return nothing;
  const change = (event: Event): void => pane.change({ play: Number((event.target as HTMLSelectElement).value) });
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

function content(flip: ListedFlip, view: ComparisonView, pane: ComparePane, panel: PanelActions): TemplateResult {
  const { marked } = pane.view;
  if (pane.flip?.isMissing === true) return html`<p class="muted case-wait">Neither run has this case any more.</p>`;
  const detail = pane.flip?.detail;
  if (detail === undefined) return html`<p class="muted case-wait">Reading both cases…</p>`;
  const unpaired = view.benchmarks.find(({ id }) => id === flip.benchmark)?.unpaired === true;
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
        .checked=${marked}
        @change=${(event: Event) => pane.change({ marked: (event.target as HTMLInputElement).checked })}
      />
      Mark changed words
    </label>
    ${flipTurns(detail, marked, panel)} ${flipVerdicts(flip, view, detail)}`;
}

/** A flip opened: what became of the verdict, both transcripts side by side, and every verdict of both runs. */
export function flipDetailView(
  flip: ListedFlip,
  view: ComparisonView,
  pane: ComparePane,
  panel: PanelActions,
): TemplateResult {
  const { index } = pane;
  const at = index.shown.findIndex(({ id }) => id === flip.id);
  const [previous, next] = [index.shown[at - 1], at < 0 ? undefined : index.shown[at + 1]];
  const back = (): void => pane.openFlip(undefined);
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
        ${command('previous', 'Previous verdict of the list', previous !== undefined, () => pane.openFlip(previous?.id))}
        ${command('next', 'Next verdict of the list', next !== undefined, () => pane.openFlip(next?.id))}
      </span>
    </div>
    <div class="case-content" id="flip-content" tabindex="0" role="region" aria-labelledby="flip-heading">
      <p class="flip-summary">
        <span class="flip-kind ${flip.kind} has-tip" data-tip=${flipExplanations[flip.kind]}
          >${flipMark(flip.kind)} ${flipTitles[flip.kind]}</span
        >
        <bdi class="strong">${visibleLine(flip.criterion ?? flip.judgeTitle)}${turn}</bdi>
        <span dir="auto">${visibleLine(flip.before)} → ${visibleLine(flip.after)}</span>
        ${playPicker(flip, pane)}
      </p>
      <p class="muted">
        <bdi>${visibleLine(view.before.name)}</bdi>, ${timeBeside(view.before.createdAt, [view.after.createdAt])} →
        <bdi>${visibleLine(view.after.name)}</bdi>, ${timeBeside(view.after.createdAt, [view.before.createdAt])}
      </p>
      ${keyed(`${flip.id} ${String(pane.view.play)}`, content(flip, view, pane, panel))}
    </div>
  </section>`;
}
