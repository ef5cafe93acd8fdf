import { html, type TemplateResult } from 'lit-html';
import type { CaseVerdict } from '../../src/core/results/reportModel';
import { link } from '../dom/elements';
import { jumpTo } from '../dom/jumpTo';
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

/**
 * Every verdict on a case with the judge's reason. Where there are several replies, those on one reply stand together, with a
 * way back to it; those on the whole dialogue come first.
 */
export function verdictList(verdicts: readonly CaseVerdict[], replies: number, member: string): TemplateResult {
  if (verdicts.length === 0) return html`<p class="muted">No verdict.</p>`;
  const severalJudges = new Set(verdicts.map((verdict) => verdict.judgeModel)).size > 1;
  const turns = [...new Set(verdicts.flatMap(({ turn }) => turn ?? []))].sort((a, b) => a - b);
  if (replies < 2 || turns.length === 0) return listOf(verdicts, severalJudges, 'Verdicts');
  const whole = verdicts.filter(({ turn }) => turn === undefined);
  const ofTurn = (turn: number): TemplateResult => {
    const own = verdicts.filter((verdict) => verdict.turn === turn);
    return html`<h5 class="turn-verdicts" id=${verdictsId(member, turn)} tabindex="-1">
        Reply ${turn}
        ${link(html`To the reply<span class="sr-only"> ${turn}</span>`, () => jumpTo(replyId(member, turn)))}
      </h5>
      ${listOf(own, severalJudges, `Verdicts on reply ${String(turn)}`)}`;
  };
  return html`${
    whole.length === 0
      ? ''
      : html`<h5>Whole dialogue</h5>
          ${listOf(whole, severalJudges, 'Verdicts on the whole dialogue')}`
  }
  ${turns.map(ofTurn)}`;
}
