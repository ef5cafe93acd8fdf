import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { jumpTo } from '../dom/jumpTo';
import type { CaseVerdict } from '../../src/core/results/reportModel';
import { verdictView } from './verdict';

const order: readonly CaseVerdict['outcome'][] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];

/** What failed stands first, what could not be read last. */
function listOf(verdicts: readonly CaseVerdict[], severalJudges: boolean, label: string): TemplateResult {
  const sorted = [...verdicts].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return html`<ul class="verdicts" aria-label=${label}>
    ${sorted.map((verdict) => verdictView(verdict, severalJudges))}
  </ul>`;
}

/** The id of the verdicts on one reply. `member` tells the halves of a pair apart. */
export function verdictsId(member: string, turn: number): string {
  return `${member}-verdicts-${String(turn)}`;
}

/** The id of a reply of the tutor under test. */
export function replyId(member: string, turn: number): string {
  return `${member}-reply-${String(turn)}`;
}

/** Turns with a reply of the tutor under test that have verdicts of their own. */
function judgedTurns(verdicts: readonly CaseVerdict[]): readonly number[] {
  const turns = new Set(verdicts.flatMap(({ turn }) => (turn === undefined ? [] : [turn])));
  return [...turns].sort((a, b) => a - b);
}

/**
 * Every verdict on a case with the judge's reason. Where there are several replies, those on one reply stand together, with a
 * way back to it; those on the whole dialogue come first.
 */
export function verdictList(verdicts: readonly CaseVerdict[], replies: number, member: string): TemplateResult {
  if (verdicts.length === 0) return html`<p class="muted">No verdict.</p>`;
  const severalJudges = new Set(verdicts.map((verdict) => verdict.judgeModel)).size > 1;
  const turns = judgedTurns(verdicts);
  if (replies < 2 || turns.length === 0) return listOf(verdicts, severalJudges, 'Verdicts');
  const whole = verdicts.filter(({ turn }) => turn === undefined);
  return html`${
    whole.length === 0
      ? ''
      : html`<h5>Whole dialogue</h5>
          ${listOf(whole, severalJudges, 'Verdicts on the whole dialogue')}`
  }
  ${turns.map((turn) => {
    const name = `Reply ${String(turn)}`;
    return html`<h5 class="turn-verdicts" id=${verdictsId(member, turn)} tabindex="-1">
        ${name}
        <button class="link" type="button" @click=${() => jumpTo(replyId(member, turn))}>
          To the reply<span class="sr-only"> ${turn}</span>
        </button>
      </h5>
      ${listOf(
        verdicts.filter((verdict) => verdict.turn === turn),
        severalJudges,
        `Verdicts on reply ${String(turn)}`,
      )}`;
  })}`;
}
