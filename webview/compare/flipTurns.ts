import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { FlipDetail } from '../../src/core/report/comparisonViewModel';
import type { CaseDetail, CaseTurn } from '../../src/core/report/reportModel';
import type { PanelActions } from '../panelActions';
import { modelText } from '../text/modelText';
import { dialogueView } from '../views/dialogue';
import { replyId } from '../views/verdictList';
import { diffWords } from './diffWords';

type Side = 'before' | 'after';
const sides = ['before', 'after'] as const;
const sideTitles: Readonly<Record<Side, string>> = { before: 'Before', after: 'After' };

function turnOf(detail: CaseDetail | undefined, role: CaseTurn['role'], number: number): CaseTurn | undefined {
  return detail?.turns.filter((turn) => turn.role === role)[number - 1];
}

/** True when both runs were given the same words there. */
function isShared(one: CaseTurn | undefined, other: CaseTurn | undefined): boolean {
  return one !== undefined && one.text === other?.text;
}

function given(detail: CaseDetail | undefined): readonly CaseTurn[] {
  return detail?.turns.filter(({ role }) => role === 'given') ?? [];
}

function openingView(detail: FlipDetail, actions: PanelActions): unknown {
  const [before, after] = [given(detail.before), given(detail.after)];
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

function message(turn: CaseTurn, replies: number, actions: PanelActions): TemplateResult {
  return dialogueView({ turns: [turn], verdicts: [], member: 'message', replies, openTurn: undefined, actions });
}

function replyCell(side: Side, number: number, several: boolean, detail: FlipDetail, marked: boolean): TemplateResult {
  const reply = turnOf(detail[side], 'reply', number);
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
  const [before, after] = [turnOf(detail.before, 'pivot', number), turnOf(detail.after, 'pivot', number)];
  const shared = isShared(before, after) || before === undefined || after === undefined ? (after ?? before) : undefined;
  return html`<li class="paired-turn">
    ${
      shared !== undefined
        ? message(shared, 1, actions)
        : html`<div class="paired">
            ${[before, after].map((turn) => html`<div>${turn === undefined ? nothing : message(turn, 1, actions)}</div>`)}
          </div>`
    }
    <div class="paired">${sides.map((side) => replyCell(side, number, several, detail, marked))}</div>
  </li>`;
}

/** Both dialogues, the replies of one turn beside each other, changed words marked. */
export function flipTurns(detail: FlipDetail, marked: boolean, actions: PanelActions): TemplateResult {
  const count = (side: Side): number =>
    Math.max(
      ...(['pivot', 'reply'] as const).map(
        (role) => detail[side]?.turns.filter((turn) => turn.role === role).length ?? 0,
      ),
    );
  const turns = Math.max(count('before'), count('after'));
  return html`${openingView(detail, actions)}
    <ol class="paired-turns" aria-label="Both dialogues, turn by turn">
      ${Array.from({ length: turns }, (_, place) => turnView(place + 1, turns > 1, detail, marked, actions))}
    </ol>`;
}
