import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, FlipDetail } from '../../src/core/report/comparisonViewModel';
import type { CaseVerdict } from '../../src/core/results/reportModel';
import { cssVariables } from '../dom/cssVariables';
import { jumpTo } from '../dom/jumpTo';
import { visibleLine } from '../text/visibleText';
import { verdictView } from '../views/verdict';
import { replyId, verdictsId } from '../views/verdictList';
import { type Side, sides } from './comparePane';
import type { ListedFlip } from './flipIndex';

/** What one judge said on the same reply in both runs; a side is absent where that run has no such verdict. */
type VerdictPair = Readonly<Partial<Record<Side, CaseVerdict>>>;

/** Verdicts on one reply, or on the whole dialogue where `turn` is `undefined`. */
interface PairedVerdicts {
  readonly turn: number | undefined;
  readonly pairs: readonly VerdictPair[];
}

/**
 * The verdicts of both runs side by side, each beside what the same judge said on the same criterion of the same reply. The flipped
 * verdict and its reply come first; all else stays in the order in which the judges are asked, models that are not compared last.
 */
function pairVerdicts(flip: ListedFlip, view: ComparisonView, detail: FlipDetail): readonly PairedVerdicts[] {
  const verdictsOf = (side: Side): readonly CaseVerdict[] => detail[side]?.verdicts ?? [];
  const all = sides.flatMap(verdictsOf);
  const turns = [...new Set(all.map(({ turn }) => turn))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return firstWhere(turns, (turn) => turn === flip.turn).map((turn) => {
    const keys = [...new Set(all.filter((verdict) => verdict.turn === turn).map(keyOf))];
    const pairs = keys.flatMap((key) => {
      const [before = [], after = []] = sides.map((side) =>
        firstWhere(
          verdictsOf(side).filter((verdict) => verdict.turn === turn && keyOf(verdict) === key),
          ({ judgeModel }) => judgeModel === view[side].judge,
        ),
      );
      const length = Math.max(before.length, after.length);
      return Array.from({ length }, (_, place) => ({ before: before[place], after: after[place] }));
    });
    return { turn, pairs: firstWhere(pairs, ({ before, after }) => isOf(flip, before ?? after)) };
  });
}

function keyOf({ judge, criterionId, criterion }: CaseVerdict): string {
  return JSON.stringify([judge, criterionId ?? criterion ?? '']);
}

/** A flip's criterion is cut where it is long; `…` says so. */
function isOf({ judge, criterion }: ListedFlip, verdict: CaseVerdict | undefined): boolean {
  if (verdict?.judge !== judge) return false;
  if (criterion === undefined) return true;
  const words = verdict.criterion ?? '';
  return words === criterion || (criterion.endsWith('…') && words.startsWith(criterion.slice(0, -1)));
}

function firstWhere<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly T[] {
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
}

/** Keeps the place beside a verdict that the other run has alone. */
function absentView({ before, after }: VerdictPair): TemplateResult {
  return html`<li class="verdict">
    <div class="verdict-head">
      <span class="verdict-title"><bdi>${visibleLine((before ?? after)?.judgeTitle ?? '')}</bdi></span>
      <span class="muted">no verdict in this run</span>
    </div>
  </li>`;
}

function headOf(side: Side, turn: number | undefined): TemplateResult {
  if (turn === undefined) return html`<h4>Whole dialogue</h4>`;
  return html`<h4 id=${verdictsId(side, turn)} tabindex="-1">
    Reply ${turn}
    <button class="link" type="button" @click=${() => jumpTo(replyId(side, turn))}>
      To the reply<span class="sr-only"> ${turn}</span>
    </button>
  </h4>`;
}

function listView(side: Side, { turn, pairs }: PairedVerdicts, hasHeads: boolean, several: boolean): TemplateResult {
  const of = turn === undefined ? 'whole dialogue' : `reply ${String(turn)}`;
  return html`${hasHeads ? headOf(side, turn) : nothing}
    <ul
      class="verdicts"
      aria-label=${`Verdicts ${side}${hasHeads ? `, ${of}` : ''}`}
      ${cssVariables({ '--pairs': String(pairs.length) })}
    >
      ${pairs.map((pair) => {
        const verdict = pair[side];
        return verdict === undefined ? absentView(pair) : verdictView(verdict, several);
      })}
    </ul>`;
}

function sideView(side: Side, sections: readonly PairedVerdicts[], detail: FlipDetail, hasHeads: boolean): unknown {
  const own = detail[side];
  if (own === undefined) return html`<p class="muted">Not played in this run.</p>`;
  if (own.verdicts.length === 0) return html`<p class="muted">No verdict yet.</p>`;
  const several = new Set(own.verdicts.map(({ judgeModel }) => judgeModel)).size > 1;
  return sections.map((section) => listView(side, section, hasHeads, several));
}

/** Every verdict of both runs, the flipped one first; reply by reply where there are several. */
export function flipVerdicts(flip: ListedFlip, view: ComparisonView, detail: FlipDetail): TemplateResult {
  const replies = sides.map((side) => detail[side]?.turns.filter(({ role }) => role === 'reply').length ?? 0);
  const found = pairVerdicts(flip, view, detail);
  const hasHeads = Math.max(...replies) > 1 && found.some(({ turn }) => turn !== undefined);
  const sections = hasHeads ? found : [{ turn: undefined, pairs: found.flatMap(({ pairs }) => pairs) }];
  const rows = sections.reduce((sum, { pairs }) => sum + pairs.length + (hasHeads ? 1 : 0), 1);
  return html`<div class="flip-verdicts">
    <div class="paired verdict-sides" ${cssVariables({ '--rows': String(rows) })}>
      ${sides.map((side) => {
        const failure = detail[side]?.failure;
        return html`<div class="verdict-side">
          <div>
            <h3>Verdicts ${side}</h3>
            ${failure === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(failure)}</p>`}
          </div>
          ${sideView(side, sections, detail, hasHeads)}
        </div>`;
      })}
    </div>
  </div>`;
}
