import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, FlipDetail } from '../../src/core/report/comparisonViewModel';
import { cssVariables } from '../dom/cssVariables';
import { jumpTo } from '../dom/jumpTo';
import { visibleLine } from '../text/visibleText';
import { verdictView } from '../views/verdict';
import { replyId, verdictsId } from '../views/verdictList';
import { type Side, sides } from './comparePane';
import type { ListedFlip } from './flipIndex';
import type { CaseVerdict } from '../../src/core/results/reportModel';

/** What one judge said on the same reply in both runs; a side is absent where that run has no such verdict. */
interface VerdictPair {
  readonly before?: CaseVerdict;
  readonly after?: CaseVerdict;
}

/** Verdicts on one reply, or on the whole dialogue where `turn` is `undefined`. */
interface PairedVerdicts {
  readonly turn: number | undefined;
  readonly pairs: readonly VerdictPair[];
}

interface Verdicts {
  readonly before: readonly CaseVerdict[];
  readonly after: readonly CaseVerdict[];
}

/** The models whose verdicts are compared; those of others come after them. */
interface JudgeModels {
  readonly before: string;
  readonly after: string;
}

/**
 * The verdicts of both runs side by side, each beside what the same judge said on the same criterion of the same reply. The flipped
 * verdict and its reply come first; all else stays in the order in which the judges are asked.
 */
function pairVerdicts(
  verdicts: Verdicts,
  flip: Pick<ListedFlip, 'judge' | 'criterion' | 'turn'>,
  models: JudgeModels,
): readonly PairedVerdicts[] {
  const all = [...verdicts.before, ...verdicts.after];
  const turns = [...new Set(all.map(({ turn }) => turn))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return firstWhere(turns, (turn) => turn === flip.turn).map((turn) => {
    const keys = [...new Set(all.filter((verdict) => verdict.turn === turn).map(keyOf))];
    const pairs = keys.flatMap((key) => {
      const [before, after] = (['before', 'after'] as const).map((side) =>
        firstWhere(
          verdicts[side].filter((verdict) => verdict.turn === turn && keyOf(verdict) === key),
          ({ judgeModel }) => judgeModel === models[side],
        ),
      );
      const count = Math.max(before?.length ?? 0, after?.length ?? 0);
      return Array.from({ length: count }, (_, place) => ({ before: before?.[place], after: after?.[place] }));
    });
    return { turn, pairs: firstWhere(pairs, ({ before, after }) => isOf(flip, before ?? after)) };
  });
}

function keyOf({ judge, criterionId, criterion }: CaseVerdict): string {
  return JSON.stringify([judge, criterionId ?? criterion ?? '']);
}

/** A flip's criterion is cut where it is long; `…` says so. */
function isOf(
  { judge, criterion }: Pick<ListedFlip, 'judge' | 'criterion'>,
  verdict: CaseVerdict | undefined,
): boolean {
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
  const name = before?.judgeTitle ?? after?.judgeTitle ?? '';
  return html`<li class="verdict">
    <div class="verdict-head">
      <span class="verdict-title"><bdi>${visibleLine(name)}</bdi></span>
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
  const name = `Verdicts ${side}${hasHeads ? `, ${turn === undefined ? 'whole dialogue' : `reply ${String(turn)}`}` : ''}`;
  return html`${hasHeads ? headOf(side, turn) : nothing}
    <ul class="verdicts" aria-label=${name} ${cssVariables({ '--pairs': String(pairs.length) })}>
      ${pairs.map((pair) => {
        const verdict = pair[side];
        return verdict === undefined ? absentView(pair) : verdictView(verdict, several);
      })}
    </ul>`;
}

function contentOf(side: Side, sections: readonly PairedVerdicts[], detail: FlipDetail, hasHeads: boolean): unknown {
  const own = detail[side];
  if (own === undefined) return html`<p class="muted">Not played in this run.</p>`;
  if (own.verdicts.length === 0) return html`<p class="muted">No verdict yet.</p>`;
  const several = new Set(own.verdicts.map(({ judgeModel }) => judgeModel)).size > 1;
  return sections.map((section) => listView(side, section, hasHeads, several));
}

function sectionsOf(flip: ListedFlip, view: ComparisonView, { before, after }: FlipDetail): readonly PairedVerdicts[] {
  const verdicts = { before: before?.verdicts ?? [], after: after?.verdicts ?? [] };
  return pairVerdicts(verdicts, flip, { before: view.before.judge, after: view.after.judge });
}

/**
 * Every verdict of both runs, the flipped one first, each beside what the same judge said in the other run; reply by reply where
 * there are several.
 */
export function flipVerdicts(flip: ListedFlip, view: ComparisonView, detail: FlipDetail): TemplateResult {
  const replies = sides.map((side) => detail[side]?.turns.filter(({ role }) => role === 'reply').length ?? 0);
  const found = sectionsOf(flip, view, detail);
  const hasHeads = Math.max(...replies) > 1 && found.some(({ turn }) => turn !== undefined);
  const sections = hasHeads ? found : [{ turn: undefined, pairs: found.flatMap(({ pairs }) => pairs) }];
  const rows = sections.reduce((sum, { pairs }) => sum + pairs.length + (hasHeads ? 1 : 0), 1);
  return html`<div class="flip-verdicts">
    <div class="paired verdict-sides" ${cssVariables({ '--rows': String(rows) })}>
      ${sides.map((side) => {
        const failure = detail[side]?.failure;
        return html`<div class="verdict-side">
          <div>
            <h3>${side === 'before' ? 'Verdicts before' : 'Verdicts after'}</h3>
            ${failure === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(failure)}</p>`}
          </div>
          ${contentOf(side, sections, detail, hasHeads)}
        </div>`;
      })}
    </div>
  </div>`;
}
